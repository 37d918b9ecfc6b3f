//! `#[derive(Blackboard)]`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::problem::Problems;
use crate::syntax::literal::{self, Literal};

/// Implements `Clock`, `Random` and `Events` from the marked fields of a struct.
///
/// Mistakes become `compile_error!`s in the output; what is right beside them is
/// implemented all the same.
pub fn blackboard(input: TokenStream) -> TokenStream {
    let input = match syn::parse2::<syn::DeriveInput>(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut problems = Problems::default();
    let mut krate = quote!(::bt_core);
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("bt")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("crate") {
                return Err(meta.error("on a struct, only `crate = path` may stand here"));
            }
            let path: syn::Path = meta.value()?.parse()?;
            krate = path.to_token_stream();
            Ok(())
        });
        parsed.unwrap_or_else(|error| problems.push(error));
    }
    let impls = match &input.data {
        syn::Data::Struct(data) => fields(&krate, &input, &data.fields, &mut problems),
        _ => {
            problems.at(
                input.ident.span(),
                "only a struct can be a blackboard",
                "put the enum into a field of a struct",
            );
            TokenStream::new()
        }
    };
    quote! { #problems #impls }
}

/// What a field is marked as.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Clock,
    Random,
    Events,
    /// Has what isn't marked in this struct itself.
    Scope,
    /// A fact that is forgotten after so many nanoseconds.
    Expires(u64),
}

fn fields(
    krate: &TokenStream,
    input: &syn::DeriveInput,
    fields: &syn::Fields,
    problems: &mut Problems,
) -> TokenStream {
    let mut impls = TokenStream::new();
    let mut seen: Vec<(Mark, String)> = Vec::new();
    let mut marked = false;
    let mut scope = None;
    for (index, field) in fields.iter().enumerate() {
        let member = match &field.ident {
            Some(ident) => syn::Member::Named(ident.clone()),
            None => syn::Member::Unnamed(syn::Index { index: index as u32, span: field.ty.span() }),
        };
        for (mark, span) in marks(field, problems) {
            marked = true;
            if let Mark::Expires(nanos) = mark {
                impls.extend(make_fact(krate, input, field, nanos));
                continue;
            }
            // There is one clock and one source of random numbers; events differ by type.
            let key =
                if mark == Mark::Events { field.ty.to_token_stream().to_string() } else { String::new() };
            if seen.contains(&(mark, key.clone())) {
                problems.at(
                    span,
                    "another field is marked as this already",
                    "a blackboard has one of each; leave one mark out",
                );
                continue;
            }
            seen.push((mark, key));
            match mark {
                Mark::Scope => scope = Some((member.clone(), &field.ty)),
                _ => impls.extend(implement(krate, input, mark, &member, &field.ty)),
            }
        }
    }
    if let Some((member, field_type)) = scope {
        impls.extend(pass_on(krate, input, &seen, &member, field_type));
    }
    if !marked && problems.count() == 0 {
        problems.at(
            input.ident.span(),
            "no field of this blackboard is marked",
            "mark a field with `#[bt(clock)]`, `#[bt(random)]`, `#[bt(events)]` or `#[bt(scope)]`, or leave the derive out",
        );
    }
    impls
}

/// The marks of a field, and where they stand.
fn marks(field: &syn::Field, problems: &mut Problems) -> Vec<(Mark, Span)> {
    let mut marks = Vec::new();
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("bt")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("expires") {
                marks.push((Mark::Expires(duration(meta.value()?)?), meta.path.span()));
                return Ok(());
            }
            let mark = [
                ("clock", Mark::Clock),
                ("random", Mark::Random),
                ("events", Mark::Events),
                ("scope", Mark::Scope),
            ];
            match mark.into_iter().find(|(word, _)| meta.path.is_ident(word)) {
                Some((_, mark)) => marks.push((mark, meta.path.span())),
                None => {
                    return Err(
                        meta.error("a field can be `clock`, `random`, `events`, `scope` or `expires = 4s`")
                    );
                }
            }
            Ok(())
        });
        parsed.unwrap_or_else(|error| problems.push(error));
    }
    marks
}

/// A duration as it is written in a tree.
fn duration(input: syn::parse::ParseStream<'_>) -> syn::Result<u64> {
    let literal: proc_macro2::Literal = input.parse()?;
    let token = proc_macro2::TokenTree::from(literal);
    match literal::read(std::slice::from_ref(&token)).map(|written| written.literal) {
        Some(Literal::Duration(Some(nanos))) => Ok(nanos),
        _ => Err(syn::Error::new(token.span(), "this is no duration\nhelp: write `4s`, `0.5s` or `250ms`")),
    }
}

/// `fn field() -> Expiring<T>`, which makes the fact of a field.
fn make_fact(krate: &TokenStream, input: &syn::DeriveInput, field: &syn::Field, nanos: u64) -> TokenStream {
    let Some(name) = &field.ident else {
        return syn::Error::new(field.span(), "a fact that expires needs a field with a name")
            .to_compile_error();
    };
    let (struct_name, field_type, visibility) = (&input.ident, &field.ty, &field.vis);
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let span = field_type.span();
    let make = quote_spanned!(span=> <#field_type as #krate::private::ExpiringField>::expiring);
    let doc = format!("The fact of the field `{name}`, not known yet.");
    quote! {
        impl #impl_generics #struct_name #type_generics #where_clause {
            #[doc = #doc]
            #[allow(dead_code)]
            #visibility fn #name() -> #field_type {
                #make(::core::time::Duration::from_nanos(#nanos))
            }
        }
    }
}

/// Clock, chance and events of a field that is a blackboard itself, as far as it has them
/// and no other field does.
fn pass_on(
    krate: &TokenStream,
    input: &syn::DeriveInput,
    seen: &[(Mark, String)],
    member: &syn::Member,
    field_type: &syn::Type,
) -> TokenStream {
    let name = &input.ident;
    let (_, type_generics, _) = input.generics.split_for_impl();
    let has = |mark| seen.iter().any(|(other, _)| *other == mark);
    // A bound with a lifetime of its own may be one that doesn't hold: then there is no impl.
    let header = |trait_name: TokenStream, event: Option<syn::Ident>| {
        let mut generics = input.generics.clone();
        generics.params.extend(event.map(|event| syn::GenericParam::Type(event.into())));
        generics.make_where_clause().predicates.push(syn::parse_quote!(for<'__bt> #field_type: #trait_name));
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        quote! { #[automatically_derived] impl #impl_generics #trait_name for #name #type_generics #where_clause }
    };
    let mut impls = TokenStream::new();
    if !has(Mark::Clock) {
        let header = header(quote!(#krate::Clock), None);
        impls.extend(quote! { #header {
            #[inline(always)]
            fn now(&self) -> ::core::time::Duration {
                <#field_type as #krate::Clock>::now(&self.#member)
            }
        } });
    }
    if !has(Mark::Random) {
        let header = header(quote!(#krate::Random), None);
        impls.extend(quote! { #header {
            #[inline(always)]
            fn next_u64(&mut self) -> u64 {
                <#field_type as #krate::Random>::next_u64(&mut self.#member)
            }
        } });
    }
    if !has(Mark::Events) {
        let event = syn::Ident::new("__BtEvent", Span::mixed_site());
        let header = header(quote!(#krate::Events<#event>), Some(event.clone()));
        impls.extend(quote! { #header {
            #[inline(always)]
            fn take(&mut self, wanted: impl ::core::ops::FnMut(&#event) -> bool) -> ::core::option::Option<#event> {
                <#field_type as #krate::Events<#event>>::take(&mut self.#member, wanted)
            }
        } });
    }
    impls
}

fn implement(
    krate: &TokenStream,
    input: &syn::DeriveInput,
    mark: Mark,
    member: &syn::Member,
    field_type: &syn::Type,
) -> TokenStream {
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    // At the field's type, so that a wrong one is reported there.
    let span = field_type.span();
    match mark {
        Mark::Scope | Mark::Expires(_) => TokenStream::new(),
        Mark::Clock => {
            let time =
                quote_spanned!(span=> <#field_type as #krate::private::ClockField>::time(&self.#member));
            quote! {
                #[automatically_derived]
                impl #impl_generics #krate::Clock for #name #type_generics #where_clause {
                    #[inline(always)]
                    fn now(&self) -> ::core::time::Duration {
                        #time
                    }
                }
            }
        }
        Mark::Random => {
            let number = quote_spanned!(span=> <#field_type as #krate::private::RandomField>::number(&mut self.#member));
            quote! {
                #[automatically_derived]
                impl #impl_generics #krate::Random for #name #type_generics #where_clause {
                    #[inline(always)]
                    fn next_u64(&mut self) -> u64 {
                        #number
                    }
                }
            }
        }
        Mark::Events => {
            let event = event_type(field_type).map_or_else(
                || quote_spanned!(span=> <#field_type as #krate::private::EventsField>::Event),
                ToTokens::to_token_stream,
            );
            let take = quote_spanned!(span=> <#field_type as #krate::private::EventsField>::take_event(&mut self.#member, wanted));
            quote! {
                #[automatically_derived]
                impl #impl_generics #krate::Events<#event> for #name #type_generics #where_clause {
                    #[inline(always)]
                    fn take(&mut self, wanted: impl ::core::ops::FnMut(&#event) -> bool) -> ::core::option::Option<#event> {
                        #take
                    }
                }
            }
        }
    }
}

/// The `Event` of an `Inbox<Event, N>`, behind references or not. Where it is written out,
/// the compiler sees that the events of two inboxes are two types; of an associated type
/// of another crate's it doesn't.
fn event_type(field_type: &syn::Type) -> Option<&syn::Type> {
    match field_type {
        syn::Type::Reference(reference) => event_type(&reference.elem),
        syn::Type::Path(path) => {
            let last = path.path.segments.last().filter(|segment| segment.ident == "Inbox")?;
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            match arguments.args.first() {
                Some(syn::GenericArgument::Type(event)) => Some(event),
                _ => None,
            }
        }
        _ => None,
    }
}
