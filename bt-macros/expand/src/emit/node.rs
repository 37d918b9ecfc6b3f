//! One node after the other.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};

use super::blackboard::static_type;
use super::item::mentions;
use super::table;
use crate::catalogue::{self, Keyword, Need, Parameter, Pass, Passing};
use crate::syntax::{Argument, Blackboard, Call, Header, Hook, Kind, Node};

/// The widest tuple; std implements its traits up to here.
const WIDEST: usize = 12;

/// A node in Rust.
#[derive(Debug)]
pub struct Emitted {
    /// The value.
    pub expression: TokenStream,
    /// A type with the same state, for a tree in item form.
    pub shape: TokenStream,
}

/// Writes nodes, and the rows of their table along with them.
pub struct Emitter<'a> {
    krate: &'a TokenStream,
    header: Option<&'a Header>,
    /// The blackboard's type, as a closure's parameter names it.
    blackboard: Option<TokenStream>,
    /// The same for the shape; none in expression form.
    static_blackboard: Option<TokenStream>,
    generics: &'a syn::Generics,
    rows: Vec<TokenStream>,
    spliced: Vec<TokenStream>,
    uses_node_constant: bool,
}

impl<'a> Emitter<'a> {
    pub fn new(
        krate: &'a TokenStream,
        header: Option<&'a Header>,
        blackboard: Option<TokenStream>,
        static_blackboard: Option<TokenStream>,
        generics: &'a syn::Generics,
    ) -> Self {
        Emitter {
            krate,
            header,
            blackboard,
            static_blackboard,
            generics,
            rows: Vec::new(),
            spliced: Vec::new(),
            uses_node_constant: false,
        }
    }

    /// The table of the nodes written so far.
    pub fn rows(&self) -> TokenStream {
        let rows = &self.rows;
        let span = Span::mixed_site();
        quote_spanned!(span=> &[#(#rows),*])
    }

    /// The shapes of what is spliced in.
    pub fn spliced(&self) -> &[TokenStream] {
        &self.spliced
    }

    /// Whether the shape asks if some type is a node.
    pub fn uses_node_constant(&self) -> bool {
        self.uses_node_constant
    }

    fn private(&self) -> TokenStream {
        let krate = self.krate;
        let span = Span::mixed_site();
        quote_spanned!(span=> #krate::private)
    }

    /// A node and all below it.
    pub fn node(&mut self, node: &Node) -> Emitted {
        self.rows.push(table::row(self.krate, node));
        let is_unusable = self.header.is_some_and(|header| matches!(header.blackboard, Blackboard::Broken))
            || (self.header.is_none() && matches!(node.kind, Kind::Block(_)));
        if is_unusable {
            return self.broken(&[]);
        }
        match &node.kind {
            Kind::Keyword { keyword, name, arguments, children, .. } => {
                self.keyword(keyword, name, arguments, children)
            }
            Kind::Not(child) => {
                let name = Ident::new("inverter", at(node.span));
                self.keyword_over("inverter", &name, &[], std::slice::from_ref(&**child))
            }
            Kind::Arm(condition, child) => {
                let name = Ident::new("guard", at(node.span));
                self.keyword_over("guard", &name, &[condition], std::slice::from_ref(&**child))
            }
            Kind::Function(call) => {
                self.leaf(at(call.name.span()), None, |emitter, blackboard| emitter.call(call, blackboard))
            }
            Kind::Block(block) => self.leaf(at(block.span()), Some(&block.stream()), |_, _| braced(block)),
            Kind::Splice { value, type_name, is_cast } => {
                self.splice(node, value, type_name.as_ref(), *is_cast)
            }
            Kind::Custom { path, arguments, children } => self.custom(path, arguments, children),
            Kind::Broken(children) => self.broken(children),
        }
    }

    fn keyword_over(
        &mut self,
        keyword: &str,
        name: &Ident,
        conditions: &[&Node],
        children: &[Node],
    ) -> Emitted {
        let keyword = catalogue::keyword(keyword).expect("the catalogue has it");
        let conditions: Vec<Emitted> = conditions.iter().map(|condition| self.condition(condition)).collect();
        self.assemble(keyword, name, keyword.type_name, conditions, TokenStream::new(), children)
    }

    fn keyword(
        &mut self,
        keyword: &Keyword,
        name: &Ident,
        arguments: &[Option<Argument>],
        children: &[Node],
    ) -> Emitted {
        let span = Span::mixed_site();
        let mut required = Vec::new();
        let mut type_name = keyword.type_name;
        let mut methods = TokenStream::new();
        for (parameter, argument) in keyword.parameters.iter().zip(arguments) {
            let Some(argument) = argument else { continue };
            if let Argument::Choice(variant) = argument {
                let method = format_ident!("{}", variant.method, span = span);
                methods.extend(quote_spanned!(span=> .#method()));
                type_name = variant.type_name;
                continue;
            }
            let emitted = self.argument(parameter, argument);
            match &parameter.passing {
                Passing::Optional(variant) => {
                    let (method, value) =
                        (format_ident!("{}", variant.method, span = span), emitted.expression);
                    methods.extend(quote_spanned!(span=> .#method(#value)));
                    type_name = variant.type_name;
                    required.push(Emitted { expression: TokenStream::new(), shape: emitted.shape });
                }
                _ => required.push(emitted),
            }
        }
        self.assemble(keyword, name, type_name, required, methods, children)
    }

    /// `node::name(arguments, children).methods()`, as `Type<children, arguments>`.
    fn assemble(
        &mut self,
        keyword: &Keyword,
        name: &Ident,
        type_name: &str,
        arguments: Vec<Emitted>,
        methods: TokenStream,
        children: &[Node],
    ) -> Emitted {
        let (krate, private) = (self.krate, self.private());
        let span = Span::mixed_site();
        let below = match keyword.children {
            catalogue::Children::None => None,
            catalogue::Children::One => children.first().map(|child| self.node(child)),
            catalogue::Children::Some => Some(self.children(children, keyword.passes)),
        };
        let values = arguments
            .iter()
            .map(|argument| &argument.expression)
            .chain(below.as_ref().map(|below| &below.expression));
        let values = values.filter(|value| !value.is_empty());
        let mut expression = quote_spanned!(span=> #krate::node::#name(#(#values),*) #methods);
        if let Some(need) = keyword.needs {
            let needs = Ident::new(
                match need {
                    Need::Clock => "needs_clock",
                },
                at(name.span()),
            );
            expression = quote_spanned!(span=> __bt.#needs(#expression));
        }
        let type_name = format_ident!("{}", type_name, span = span);
        let shapes: Vec<&TokenStream> = below
            .as_ref()
            .map(|below| &below.shape)
            .into_iter()
            .chain(arguments.iter().map(|argument| &argument.shape))
            .collect();
        let parameters = (!shapes.is_empty()).then(|| quote_spanned!(span=> <#(#shapes),*>));
        Emitted { expression, shape: quote_spanned!(span=> #private::types::#type_name #parameters) }
    }

    /// The children as a tuple, or as joined tuples where there are many. All
    /// but the last must be able to let the next one have its turn.
    fn children(&mut self, children: &[Node], passes: Option<Pass>) -> Emitted {
        let last = children.len().saturating_sub(1);
        let emitted = children.iter().enumerate().map(|(index, child)| {
            let emitted = self.node(child);
            match passes {
                Some(pass) if index < last => self.passing(pass, child, emitted),
                _ => emitted,
            }
        });
        let emitted: Vec<Emitted> = emitted.collect();
        let index =
            Ident::new(if children.len() < usize::from(u8::MAX) { "u8" } else { "u16" }, Span::mixed_site());
        self.list(&emitted, &index)
    }

    fn passing(&self, pass: Pass, child: &Node, emitted: Emitted) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let name = match pass {
            Pass::Success => "can_succeed",
            Pass::Failure => "can_fail",
        };
        let (name, value) = (Ident::new(name, at(child.span)), emitted.expression);
        Emitted { expression: quote_spanned!(span=> #private::checked(#value).#name()), shape: emitted.shape }
    }

    fn list(&self, children: &[Emitted], index: &Ident) -> Emitted {
        let (private, krate) = (self.private(), self.krate);
        let span = Span::mixed_site();
        if children.len() <= WIDEST {
            let (values, shapes) =
                (children.iter().map(|child| &child.expression), children.iter().map(|child| &child.shape));
            return Emitted {
                expression: quote_spanned!(span=> (#(#values,)*)),
                shape: quote_spanned!(span=> (#(#shapes,)*)),
            };
        }
        // The first half is as many full tuples as make the two halves even.
        let tuples = children.len().div_ceil(WIDEST);
        let (first, second) = children.split_at(tuples / 2 * WIDEST);
        let (first, second) = (self.list(first, index), self.list(second, index));
        let (values, shapes) = ([first.expression, second.expression], [first.shape, second.shape]);
        Emitted {
            expression: quote_spanned!(span=> #krate::node::concat::<#index, _, _>(#(#values),*)),
            shape: quote_spanned!(span=> #private::types::Concat<#(#shapes,)* #index>),
        }
    }

    /// `function(move |name: &mut Blackboard| body).leaf(__bt)`
    fn leaf(
        &self,
        span: Span,
        block: Option<&TokenStream>,
        body: impl FnOnce(&Self, &Ident) -> TokenStream,
    ) -> Emitted {
        let private = self.private();
        let site = Span::mixed_site();
        let parameter = self.parameter(span, block);
        let body = body(self, &parameter);
        let is_item = self.static_blackboard.is_some();
        let method = Ident::new(if is_item { "reserving_leaf" } else { "leaf" }, site);
        let answer = Ident::new("answer", span);
        let body = quote_spanned!(site=> #private::Returned(#body).#answer());
        let function = match &self.blackboard {
            Some(blackboard) => {
                quote_spanned!(site=> #private::function(move |#parameter: &mut #blackboard| #body))
            }
            None => quote_spanned!(site=> #private::function_on(__bt, move |#parameter| #body)),
        };
        Emitted {
            expression: quote_spanned!(site=> #function.#method(__bt)),
            shape: quote_spanned!(site=> #private::types::AnyLeaf),
        }
    }

    /// The closure's name for the blackboard: the header's, or one of our own
    /// where there is none or a block doesn't use it.
    fn parameter(&self, span: Span, block: Option<&TokenStream>) -> Ident {
        match self.header {
            Some(header) if block.is_none_or(|block| mentions(block, &header.name)) => header.name.clone(),
            _ => Ident::new("__bt_blackboard", span),
        }
    }

    /// `path(blackboard, arguments)`; arguments that read the blackboard are
    /// evaluated before it is lent out.
    fn call(&self, call: &Call, blackboard: &Ident) -> TokenStream {
        let site = Span::mixed_site();
        let Call { path, name, arguments, .. } = call;
        let lent = Ident::new(&blackboard.to_string(), blackboard.span().located_at(name.span()));
        let reads =
            |argument: &TokenStream| self.header.is_some_and(|header| mentions(argument, &header.name));
        if !arguments.iter().any(reads) {
            // Without arguments, the parentheses are the leaf's: there the compiler
            // says that some are missing.
            let mut group = Group::new(Delimiter::Parenthesis, quote_spanned!(site=> #lent #(, #arguments)*));
            group.set_span(if arguments.is_empty() { lent.span() } else { site });
            return quote_spanned!(site=> #path #group);
        }
        let values: Vec<Ident> =
            (0..arguments.len()).map(|index| format_ident!("__bt_argument{}", index, span = site)).collect();
        quote_spanned!(site=> match (#(#arguments,)*) { (#(#values,)*) => #path(#lent #(, #values)*) })
    }

    fn condition(&mut self, node: &Node) -> Emitted {
        let emitted = self.node(node);
        let (private, span) = (self.private(), Span::mixed_site());
        let condition = Ident::new("condition", at(node.span));
        let (value, shape) = (emitted.expression, emitted.shape);
        Emitted {
            expression: quote_spanned!(span=> #private::checked(#value).#condition()),
            shape: quote_spanned!(span=> #private::types::Condition<#shape>),
        }
    }

    fn argument(&mut self, parameter: &Parameter, argument: &Argument) -> Emitted {
        let private = self.private();
        let span = Span::mixed_site();
        let expression = match argument {
            Argument::Condition(node) => return self.condition(node),
            Argument::Duration(nanos) => quote_spanned!(span=> #private::Nanos::<#nanos>),
            Argument::Count(count) => quote_spanned!(span=> #private::Times::<#count>),
            Argument::Expression(tokens) => self.expression(parameter, tokens),
            Argument::Function(hook) => self.hook(hook),
            Argument::Choice(_) => TokenStream::new(),
        };
        Emitted { expression, shape: quote_spanned!(span=> ()) }
    }

    fn expression(&self, parameter: &Parameter, tokens: &TokenStream) -> TokenStream {
        let private = self.private();
        let span = Span::mixed_site();
        let type_name = match parameter.kind {
            catalogue::Kind::Duration => quote_spanned!(span=> ::core::time::Duration),
            _ => quote_spanned!(span=> u32),
        };
        match (self.header, &self.blackboard) {
            (Some(header), Some(blackboard)) if mentions(tokens, &header.name) => {
                let name = &header.name;
                quote_spanned!(span=> move |#name: &mut #blackboard| -> #type_name { #tokens })
            }
            _ => quote_spanned!(span=> #private::Fixed(move || -> #type_name { #tokens })),
        }
    }

    /// A function of the blackboard whose answer doesn't matter.
    fn hook(&self, hook: &Hook) -> TokenStream {
        let private = self.private();
        let site = Span::mixed_site();
        let block = match hook {
            Hook::Block(block) => Some(block.stream()),
            _ => None,
        };
        let parameter = self.parameter(site, block.as_ref());
        let body = match hook {
            Hook::Call(call) => self.call(call, &parameter),
            Hook::Closure(closure) => quote_spanned!(site=> #private::call(#parameter, #closure)),
            Hook::Block(block) => block.to_token_stream(),
        };
        match &self.blackboard {
            Some(blackboard) => quote_spanned!(site=> move |#parameter: &mut #blackboard| { #body; }),
            None => quote_spanned!(site=> #private::hook_on(__bt, move |#parameter| { #body; })),
        }
    }

    fn splice(
        &mut self,
        node: &Node,
        value: &TokenStream,
        type_name: Option<&TokenStream>,
        is_cast: bool,
    ) -> Emitted {
        let private = self.private();
        let site = Span::mixed_site();
        let splice = Ident::new("splice", at(node.value_span()));
        let shape = match (&self.static_blackboard, type_name) {
            (Some(blackboard), Some(type_name)) => {
                let generics = self.generics;
                let is_generic = generics.params.iter().any(|parameter| match parameter {
                    syn::GenericParam::Lifetime(_) => false,
                    syn::GenericParam::Type(parameter) => mentions(type_name, &parameter.ident),
                    syn::GenericParam::Const(parameter) => mentions(type_name, &parameter.ident),
                });
                let own_type = static_type(type_name, generics);
                let bare_type = static_type(type_name, &syn::Generics::default());
                let is_node = if is_generic {
                    quote_spanned!(site=> true)
                } else {
                    self.uses_node_constant = true;
                    quote_spanned!(site=> { #private::Is::<#bare_type>::NODE })
                };
                let shape =
                    quote_spanned!(site=> <#own_type as #private::SpliceShape<#blackboard, #is_node>>::Shape);
                self.spliced.push(shape.clone());
                quote_spanned!(site=> #private::types::Spliced<#shape>)
            }
            _ => quote_spanned!(site=> #private::types::Broken),
        };
        let value = match type_name {
            Some(type_name) if is_cast => quote_spanned!(site=> #private::typed::<#type_name>(#value)),
            _ => value.clone(),
        };
        Emitted { expression: quote_spanned!(site=> #private::#splice(__bt, #value)), shape }
    }

    fn custom(&mut self, path: &TokenStream, arguments: &TokenStream, children: &[Node]) -> Emitted {
        let site = Span::mixed_site();
        let below = match children {
            [child] => self.node(child),
            _ => self.children(children, None),
        };
        let (value, shape) = (below.expression, below.shape);
        let name = Ident::new("new", path.clone().into_iter().last().map_or(site, |token| at(token.span())));
        let arguments = (!arguments.is_empty()).then(|| quote_spanned!(site=> , #arguments));
        Emitted {
            expression: quote_spanned!(site=> #path::#name(#value #arguments)),
            shape: quote_spanned!(site=> #path<#shape>),
        }
    }

    /// The nodes below a mistake are still written, for the editor.
    fn broken(&mut self, children: &[Node]) -> Emitted {
        let (private, span) = (self.private(), Span::mixed_site());
        let known = self.rows.len();
        let values: Vec<TokenStream> = children.iter().map(|child| self.node(child).expression).collect();
        self.rows.truncate(known);
        Emitted {
            expression: quote_spanned!(span=> { #(let _ = #values;)* #private::Broken }),
            shape: quote_spanned!(span=> #private::types::Broken),
        }
    }
}

/// A block with braces of our own: the compiler would have the user's removed.
fn braced(block: &Group) -> TokenStream {
    let mut group = Group::new(Delimiter::Brace, block.stream());
    group.set_span(Span::mixed_site());
    group.into_token_stream()
}

/// At a token of the user's for messages, but with names of our own.
fn at(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}
