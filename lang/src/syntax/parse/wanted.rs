//! What the grammar's rules are called in messages.

use super::Rule;

/// Where a value stands, nothing can be taken with `if there is`.
pub(super) const THERE_IN_A_VALUE: &str = "`if there is` is a sentence, not a value; in a word, \
    name the thing and ask whether it is there: `let c = …  give c is not none and c.rank > 3`";

/// What is said of a line of rules for a card that says not when it happens.
pub(super) const OCCASIONS: &str = "what happens here needs an occasion: `after lay when me is \
                                    owner { … }`, or `before lay when me is owner { … }`";

/// What a rule looks for, in the designer's words; none for what may always follow, such as an
/// operator.
pub(super) fn words(rule: Rule) -> Option<String> {
    let name = format!("{rule:?}");
    if let Some(keyword) = name.strip_prefix("k_") {
        return Some(format!("`{keyword}`"));
    }
    sign(rule).or_else(|| part(rule).or_else(|| sentence(rule))).map(str::to_owned)
}

/// The one word or sign that a rule looks for or begins with.
pub(super) fn literal(rule: Rule) -> Option<String> {
    let words = words(rule)?;
    let inner = words.strip_prefix('`')?.strip_suffix('`')?;
    (!inner.contains('`')).then(|| inner.to_owned())
}

fn sign(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::p_open
        | Rule::block
        | Rule::offer
        | Rule::fields
        | Rule::members
        | Rule::stock_list => "`{`",
        Rule::p_close => "`}`",
        Rule::p_left | Rule::names => "`(`",
        Rule::params | Rule::move_params => "`(`",
        Rule::p_right => "`)`",
        Rule::p_word => "`[`",
        Rule::p_words => "`]`",
        Rule::p_comma => "`,`",
        Rule::p_colon => "`:`",
        Rule::p_equals => "`=`",
        Rule::set_op => "`=`, `+=` or `-=`",
        Rule::p_bar | Rule::cell | Rule::column => "`|`",
        Rule::p_range => "`..`",
        Rule::p_arrow | Rule::result => "`->`",
        Rule::p_dot => "`.`",
        Rule::chunk | Rule::EOI => "the end of the item",
        _ => return None,
    })
}

/// Parts of sentences.
fn part(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::expr | Rule::atom | Rule::prefix | Rule::value | Rule::values | Rule::hole => {
            "a value"
        }
        Rule::operand_list | Rule::node => "a zone, a list or a value",
        Rule::cond | Rule::if_arm => "a condition",
        Rule::domain | Rule::move_param => "something to pick from",
        Rule::binder | Rule::binders => "a name and `in`",
        Rule::name
        | Rule::word
        | Rule::param
        | Rule::field
        | Rule::member
        | Rule::sitting
        | Rule::place => "a name",
        Rule::menu_call => "the name of a menu",
        Rule::text => "a text in quotation marks",
        Rule::int | Rule::number | Rule::bound => "a number",
        Rule::id | Rule::cites => "the id of a rule, such as `B3-041`",
        Rule::ty => "a type",
        Rule::zone | Rule::zone_shape | Rule::counter => "a zone or a type",
        Rule::card_literal => "a card in square brackets",
        Rule::literal_word | Rule::card_word => "a word of a card",
        Rule::stage_word | Rule::end_stage => "`round`, `turn` or `phase`",
        Rule::whose => "a player's name with `'s`",
        Rule::amount => "a number",
        Rule::counted => "`of`",
        _ => return None,
    })
}

/// Whole sentences and clauses.
fn sentence(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::stmt => "a statement",
        Rule::seeded => "`from seed 42`",
        Rule::step => "a line of a test",
        Rule::given_item | Rule::given_table => "what lies on the table",
        Rule::entry | Rule::tier | Rule::tiers => "a move or `pass`",
        Rule::title => "`as`",
        Rule::joins => "`joins`",
        Rule::limit => "`once per`",
        Rule::needs => "`needs`",
        Rule::deep => "`at most 5 deep`",
        Rule::receiver => "`for`",
        Rule::when => "`when`",
        Rule::change_to => "`to` or `by`",
        Rule::asking => "`asking`",
        Rule::costing => "`costing`",
        Rule::fare_word => "a word that prices a step",
        Rule::chooser => "`by`",
        Rule::until_pass => "`until all pass`",
        Rule::at | Rule::laid_at => "`at`",
        Rule::tile_squares => "`squares`",
        Rule::tile_edges => "`edges`",
        Rule::won => "`won by`",
        Rule::table_stock | Rule::product_stock | Rule::copy_stock => {
            "a line such as `2 each of (Color, 1..4)`"
        }
        Rule::does
        | Rule::cannot
        | Rule::may_only
        | Rule::chooses
        | Rule::passes
        | Rule::player_step => "`does`, `cannot`, `may only`, `chooses` or `passes`",
        Rule::doing => "a move, `pass`, or `choose` and a value",
        Rule::how_often => "a number of times",
        Rule::item | Rule::rules_item => "an item",
        Rule::stage_ref | Rule::stage_name => "`setup`, `play`, `round`, `turn` or `phase`",
        Rule::replace_ends => "`ends`",
        Rule::removed | Rule::named_word => "what to remove, such as `action lay`",
        _ => return None,
    })
}

/// Whether the rule looks for a name and nothing else.
pub(super) fn is_name(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::name
            | Rule::word
            | Rule::param
            | Rule::field
            | Rule::member
            | Rule::move_param
            | Rule::binder
            | Rule::menu_call
            | Rule::binders
            | Rule::sitting
    )
}

/// `a, b or c`
pub(super) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}

/// A name that means the like of a word of the language.
#[must_use]
pub fn other_name(word: &str) -> String {
    const OTHERS: [(&str, &str); 52] = [
        ("and", "both"),
        ("any", "some"),
        ("as", "like"),
        ("at", "place"),
        ("by", "beside"),
        ("choose", "pick"),
        ("count", "tally"),
        ("each", "everyone"),
        ("else", "other"),
        ("empty", "vacant"),
        ("end", "finish"),
        ("ends", "finishes"),
        ("every", "everyone"),
        ("expect", "foresee"),
        ("first", "starter"),
        ("for", "favour"),
        ("from", "source"),
        ("give", "hand_over"),
        ("given", "handed"),
        ("has", "holding"),
        ("if", "whether"),
        ("in", "inside"),
        ("is", "same"),
        ("it", "thing"),
        ("let", "allow"),
        ("may", "perhaps"),
        ("me", "mine"),
        ("mod", "rest"),
        ("needs", "wants"),
        ("no", "refused"),
        ("none", "nought"),
        ("not", "never"),
        ("of", "part"),
        ("on", "active"),
        ("openly", "in_view"),
        ("opponents", "rivals"),
        ("or", "either"),
        ("otherwise", "instead"),
        ("pass", "skip"),
        ("players", "people"),
        ("secretly", "hidden"),
        ("sum", "total"),
        ("then", "later"),
        ("there", "here"),
        ("this", "this_one"),
        ("those", "these"),
        ("to", "target"),
        ("until", "limit"),
        ("when", "moment"),
        ("where", "whereabouts"),
        ("with", "together"),
        ("yes", "agreed"),
    ];
    let other = OTHERS.iter().find(|(of, _)| *of == word);
    other.map_or_else(|| format!("my_{word}"), |(_, other)| (*other).to_owned())
}

/// How a sentence with that word reads; the nearest such word before a mistake is explained.
pub(super) fn form(word: &str) -> Option<&'static str> {
    FORMS.iter().find(|(opening, _)| *opening == word).map(|(_, form)| *form)
}

/// How an item reads that begins with that word; for words that mean other things inside an item.
pub(super) fn item_form(word: &str) -> Option<&'static str> {
    Some(match word {
        "each" | "the" => "each Player has { hand: set of Mile, seen by owner }",
        "to" => "to draw(p: Player) { move top 1 of miles to p.hand }",
        "when" => "when draw_pile runs out { … }",
        "players" => "players 2 to 5",
        "play" => "play { … }",
        "setup" => "setup { … }",
        "set" => "set rounds to 3",
        "replace" => "replace to take_turn { … }",
        _ => return form(word),
    })
}

const FORMS: &[(&str, &str)] = &[
    ("game", "game \"Title\" by \"Author\""),
    ("module", "module pay (card Money, unit U)"),
    ("variant", "variant \"Title\" over game"),
    ("within", "within game { … }"),
    ("use", "use trade(Dollars)"),
    ("option", "option rounds: 1..9 = 5"),
    ("unit", "unit Dollars \"$\""),
    ("enum", "enum Color { pink, black }"),
    ("card", "card Mile { color: Color, miles: 1..4 }"),
    ("tile", "tile Tunnel 2 by 1 with squares Half, edges Edge { … }"),
    ("map", "map roads of Stop joins City by Road(start, finish, spaces)"),
    ("deck", "deck miles of Mile { each of (Color, 1..4) }"),
    ("has", "each Player has { hand: set of Mile, seen by owner }"),
    ("define", "define fits for c: Mile = c.miles > 1"),
    ("action", "action lay(c in me.hand) needs c.fits else \"why not\" { … }"),
    ("attempt", "attempt snap(c in me.hand) works when c.fits { … } wrong { … }"),
    ("menu", "menu turn_menu { lay or pass }"),
    ("needs", "needs c.fits else \"why not\""),
    ("once", "once per turn for c else \"why not\""),
    ("instead", "instead of take_turn when me.jailed { … }"),
    ("before", "before lay(c) when c.fits { … }"),
    ("after", "after lay(c) when c.fits { … }"),
    ("runs", "when draw_pile runs out { … }"),
    ("change", "change price for c when c.old by $1"),
    ("forbid", "forbid lay(c) when c.old because \"why not\""),
    ("rules", "rules for Yum_Yum in crew { … }"),
    ("physical", "physical B2-071: \"why it has no digital effect\""),
    ("remove", "remove action lay"),
    ("extend", "extend enum Color { white }"),
    ("let", "let share = count(miles) / 2"),
    ("move", "move top 3 of miles to me.hand"),
    ("swap", "swap a with b"),
    ("shuffle", "shuffle miles"),
    ("show", "show top 1 of miles to me"),
    ("hide", "hide me.layout from me"),
    ("choose", "choose c in me.hand by p asking \"Which one?\""),
    ("if", "if me.cash > $3 { … } else { … }"),
    ("there", "if there is c in me.bank { … }"),
    ("for", "for each p in players { … }"),
    ("repeat", "repeat until heap is empty { … }"),
    ("round", "round n in 1..5 { … }"),
    ("turn", "turn me in players onwards { … }"),
    ("phase", "phase \"part 1\" { … }"),
    ("ends", "ends when round.passes is 3 { … }"),
    ("end", "end game won by players with most points"),
    ("say", "say \"{p} draws\""),
    ("count", "count(me.hand)"),
    ("sum", "sum(c.miles for c in me.hand)"),
    ("any", "any c in me.hand has c.fits"),
    ("every", "every c in me.hand has c.fits"),
    ("those", "those c in me.hand where c.fits"),
    ("first", "first c in me.hand where c.fits"),
    ("test", "test \"what it shows\" with Ana, Ben { given … Ana does … expect … }"),
    ("given", "given Ana.hand is [pink 4], [black 1]"),
    ("expect", "expect Ana.cash is $3"),
    ("simulate", "simulate 300 games expecting count(players) > 1"),
    ("does", "Ana does lay [pink 4]"),
    ("cannot", "Ana cannot lay [pink 4] because \"why not\""),
    ("chooses", "Ana chooses [pink 4]"),
    ("chance", "chance gives 5, 3"),
];
