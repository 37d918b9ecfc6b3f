//! One node after the other.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};

use super::blackboard::static_type;
use super::item::mentions;
use super::table;
use crate::syntax::{Blackboard, Header, Kind, Node};

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
    pub(super) krate: &'a TokenStream,
    pub(super) header: Option<&'a Header>,
    /// The blackboard's type, as a closure's parameter names it.
    pub(super) blackboard: Option<TokenStream>,
    /// The same for the shape; none in expression form.
    pub(super) static_blackboard: Option<TokenStream>,
    pub(super) generics: &'a syn::Generics,
    rows: Vec<TokenStream>,
    spliced: Vec<TokenStream>,
    pub(super) aliases: Vec<TokenStream>,
    uses_node_constant: bool,
    /// Whether the blackboard is any that has some traits, or a part without a header.
    pub(super) is_unnamed: bool,
    /// Whether the blackboard is a part of the tree's.
    pub(super) is_focused: bool,
    /// The closures of leaves written so far, those in `parts` left out.
    pub(super) leaves: usize,
    /// Where large subtrees go; none where they stay.
    parts: Option<Vec<Emitted>>,
}

/// A body with this many leaves is divided: what the compiler spends on a function
/// grows with the square of the closures in it.
const MANY: usize = 32;

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
            aliases: Vec::new(),
            uses_node_constant: false,
            is_unnamed: header.is_some_and(|header| !matches!(header.blackboard, Blackboard::Type(_))),
            is_focused: false,
            leaves: 0,
            parts: None,
        }
    }

    /// Large subtrees become functions of their own.
    pub fn dividing(mut self) -> Self {
        self.parts = Some(Vec::new());
        self
    }

    /// The subtrees that are functions of their own: `__bt_part0` and so on.
    pub fn parts(&self) -> &[Emitted] {
        self.parts.as_deref().unwrap_or_default()
    }

    /// The number of leaves, a part counting as one.
    pub fn leaves(&self) -> usize {
        self.leaves
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

    /// Names for types of the user's in the shape.
    pub fn aliases(&self) -> &[TokenStream] {
        &self.aliases
    }

    /// Whether the shape asks if some type is a node.
    pub fn uses_node_constant(&self) -> bool {
        self.uses_node_constant
    }

    pub(super) fn private(&self) -> TokenStream {
        let krate = self.krate;
        let span = Span::mixed_site();
        quote_spanned!(span=> #krate::private)
    }

    /// A node and all below it.
    pub fn node(&mut self, node: &'a Node) -> Emitted {
        self.rows.push(table::row(self.krate, node));
        let is_unusable = self.header.is_some_and(|header| matches!(header.blackboard, Blackboard::Broken))
            || (self.header.is_none() && matches!(node.kind, Kind::Block(_)));
        if is_unusable {
            return self.broken(&[]);
        }
        match &node.kind {
            Kind::Keyword { keyword, name, arguments, children, .. } => {
                let before = self.leaves;
                let emitted = self.keyword(keyword, name, arguments, children);
                self.divide(emitted, before)
            }
            Kind::States(machine) => {
                let before = self.leaves;
                let emitted = self.states(machine);
                self.divide(emitted, before)
            }
            Kind::Not(child) => {
                let name = Ident::new("inverter", at(node.span));
                self.sugar("inverter", &name, &[], child)
            }
            Kind::Arm(condition, child) => {
                let name = Ident::new("guard", at(node.span));
                self.sugar("guard", &name, &[condition], child)
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

    /// A subtree as it stands, or as a part: `__BtPart0(self)`.
    fn divide(&mut self, emitted: Emitted, leaves_before: usize) -> Emitted {
        let is_large = self.leaves - leaves_before >= MANY;
        let Some(parts) = self.parts.as_mut().filter(|_| is_large && !self.is_focused) else {
            return emitted;
        };
        let index = parts.len();
        parts.push(emitted);
        self.leaves = leaves_before + 1;
        let [_, part, _] = part_names(index);
        let span = Span::mixed_site();
        Emitted {
            expression: quote_spanned!(span=> #part(__bt_this)),
            shape: quote_spanned!(span=> #part<'static>),
        }
    }

    /// In an item `Self::__bt_leaf(move |name: &mut Blackboard| body)`: the compiler is
    /// faster with what it can check against a bound, and that function has one for
    /// this blackboard, with its lifetimes open. In an expression, which can't have such
    /// a function, `function(move |..| body).leaf(__bt)`.
    fn leaf(
        &mut self,
        span: Span,
        block: Option<&TokenStream>,
        body: impl FnOnce(&Self, &Ident) -> TokenStream,
    ) -> Emitted {
        let private = self.private();
        let site = Span::mixed_site();
        let parameter = self.parameter(span, block);
        let body = body(self, &parameter);
        let answer = Ident::new("answer", span);
        let body = quote_spanned!(site=> #private::Returned(#body).#answer());
        self.leaves += 1;
        let is_item = self.static_blackboard.is_some();
        let expression = match &self.blackboard {
            Some(blackboard) if is_item && !self.is_focused => {
                quote_spanned!(site=> Self::__bt_leaf(move |#parameter: &mut #blackboard| #body))
            }
            Some(blackboard) if is_item => {
                quote_spanned!(site=> #private::item_leaf(__bt, move |#parameter: &mut #blackboard| #body))
            }
            Some(blackboard) => {
                quote_spanned!(site=> #private::function(move |#parameter: &mut #blackboard| #body).leaf(__bt))
            }
            None => quote_spanned!(site=> #private::function_on(__bt, move |#parameter| #body).leaf(__bt)),
        };
        Emitted { expression, shape: quote_spanned!(site=> #private::types::AnyLeaf) }
    }

    /// The closure's name for the blackboard: the header's, or one of our own
    /// where there is none or a block doesn't use it.
    pub(super) fn parameter(&self, span: Span, block: Option<&TokenStream>) -> Ident {
        match self.header {
            Some(header) if block.is_none_or(|block| mentions(block, &header.name)) => header.name.clone(),
            _ => Ident::new("__bt_blackboard", span),
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
        let mut is_node = None;
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
                let is_node = &*is_node.insert(if is_generic {
                    quote_spanned!(site=> true)
                } else {
                    self.uses_node_constant = true;
                    quote_spanned!(site=> { #private::Is::<#bare_type>::NODE })
                });
                let is_action = match is_generic {
                    true => quote_spanned!(site=> false),
                    false => {
                        let blackboard = static_type(blackboard, &syn::Generics::default());
                        quote_spanned!(site=> { #private::IsOn::<#bare_type, #blackboard>::ACTION })
                    }
                };
                let shape = match self.is_unnamed {
                    true => quote_spanned!(site=> <#own_type as #private::IfNode<#is_node>>::Shape),
                    false => {
                        quote_spanned!(site=> <#own_type as #private::SpliceShape<#blackboard, #is_node, #is_action>>::Shape)
                    }
                };
                self.spliced.push(shape.clone());
                quote_spanned!(site=> #private::types::Spliced<#shape>)
            }
            _ => quote_spanned!(site=> #private::types::Broken),
        };
        let value = match type_name {
            Some(type_name) if is_cast => quote_spanned!(site=> #private::typed::<#type_name>(#value)),
            _ => value.clone(),
        };
        let expression = match (self.is_unnamed, is_node) {
            (true, Some(is_node)) => {
                let span = splice.span();
                // Said here, in words: from here on, what is no tree counts as broken.
                let check = quote_spanned! {span=>
                    const _: () = ::core::assert!(
                        #is_node,
                        "only a tree can be spliced in where the header says `impl`: an `Action`'s state can't be named for every blackboard"
                    );
                };
                quote_spanned!(site=> { #check #private::splice_unnamed::<#is_node, _>(#value) })
            }
            _ => quote_spanned!(site=> #private::#splice(__bt, #value)),
        };
        Emitted { expression, shape }
    }

    fn custom(&mut self, path: &TokenStream, arguments: &TokenStream, children: &'a [Node]) -> Emitted {
        let site = Span::mixed_site();
        let below = match children {
            [child] => self.node(child),
            _ => self.list(children, None),
        };
        let (value, shape) = (below.expression, below.shape);
        let name = Ident::new("new", path.clone().into_iter().last().map_or(site, |token| at(token.span())));
        let arguments = (!arguments.is_empty()).then(|| quote_spanned!(site=> , #arguments));
        let private = self.private();
        if self.static_blackboard.is_some() && self.generics.params.is_empty() {
            // A name for the type, which is mentioned more than once.
            let alias = format_ident!("__BtNode{}", self.aliases.len(), span = site);
            self.aliases.push(quote_spanned!(site=> type #alias = #path<#shape>;));
            self.uses_node_constant = true;
            let is_node = quote_spanned!(site=> { #private::Is::<#alias>::NODE });
            let check = quote_spanned! {name.span()=>
                const _: () = ::core::assert!(
                    #is_node,
                    "this type is no node of a behavior tree: implement `Node` and `Behavior` for it"
                );
            };
            return Emitted {
                expression: quote_spanned!(site=> { #check #private::custom::<#is_node, _>(#path::#name(#value #arguments)) }),
                shape: quote_spanned!(site=> <#alias as #private::IfNode<#is_node>>::Shape),
            };
        }
        let check = Ident::new("is_a_node", name.span());
        Emitted {
            expression: quote_spanned!(site=> #private::Custom(#path::#name(#value #arguments)).#check()),
            shape: quote_spanned!(site=> #path<#shape>),
        }
    }

    /// The nodes below a mistake are still written, for the editor.
    fn broken(&mut self, children: &'a [Node]) -> Emitted {
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

/// How the parts of a divided tree are called: the function that makes one, the struct
/// that stands for it, and its shape.
pub(super) fn part_names(index: usize) -> [Ident; 3] {
    let span = Span::mixed_site();
    [
        format_ident!("__bt_part{index}", span = span),
        format_ident!("__BtPart{index}", span = span),
        format_ident!("__BtShape{index}", span = span),
    ]
}

/// A block with braces of our own: the compiler would have the user's removed. One
/// that may return early is a closure of its own, since its answer is converted.
fn braced(block: &Group) -> TokenStream {
    let site = Span::mixed_site();
    let mut group = Group::new(Delimiter::Brace, block.stream());
    group.set_span(site);
    if returns(block.stream()) { quote_spanned!(site=> (|| #group)()) } else { group.into_token_stream() }
}

/// Whether there is a `return` or a `?` among the tokens.
fn returns(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => returns(group.stream()),
        TokenTree::Ident(word) => word == "return",
        TokenTree::Punct(sign) => sign.as_char() == '?',
        TokenTree::Literal(_) => false,
    })
}

/// At a token of the user's for messages, but with names of our own.
pub(super) fn at(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}
