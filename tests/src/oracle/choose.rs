//! Choices: asking, and carrying out what was chosen.

use super::form::{Bounds, Form};
use super::state::{
    Asking, Committed, Cut, Eval, Flow, Frame, Item, Val, What, World, entries, fault,
};
use houserules_interpreter::ask::{Answer, FaultKind, Illegality, Offered, Options, Stop};
use houserules_interpreter::chance::{EventStream, Purpose};
use houserules_lang::ir::{
    BodyRef, Choose, Chooser, EntryKind, LocalId, Move, Offer, Pick, Run, SiteId, Step, Type, Value,
};
use houserules_lang::source::Span;

/// What is on offer, and in which tier those lie that oblige.
type OnOffer<'b> = (Vec<Item<'b>>, Option<usize>);

/// Which block of a move runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Body,
    Wrong,
    Late,
}

impl<'b> World<'b> {
    /// `choose …`: asks until everybody has answered, and carries out the answers.
    pub(super) fn choose(&mut self, choose: &'b Choose) -> Flow {
        let who = self.chooser(choose)?;
        let items = self.items(choose)?;
        self.forget_commitments(choose);
        loop {
            self.step(self.site_span(choose.id))?;
            let answers = self.ask(choose, &who, &items)?;
            let (effect, again) = if matches!(choose.by, Chooser::Each(_) | Chooser::Race(_)) {
                (self.carry_all(choose, answers)?, false)
            } else {
                self.carry_one(choose, answers)?
            };
            if !(again || choose.until_all_pass && effect) {
                return Ok(());
            }
        }
    }

    fn site_span(&self, id: SiteId) -> Span {
        self.book.sites[id.index()].span
    }

    fn chooser(&mut self, choose: &'b Choose) -> Eval<Vec<Option<u8>>> {
        let span = self.site_span(choose.id);
        let seats = match &choose.by {
            Chooser::Chance => return Ok(vec![None]),
            Chooser::Me => {
                return Ok(vec![Some(self.me().ok_or_else(|| fault(FaultKind::NoneUsed, span))?)]);
            }
            Chooser::Seat(seat) => vec![self.eval(seat)?.plain()],
            Chooser::Each(seats) | Chooser::Race(seats) => self.members(seats)?,
        };
        let mut who = Vec::new();
        for seat in seats {
            match seat {
                Value::Seat(seat) => who.push(Some(seat)),
                _ => return Err(fault(FaultKind::NoneUsed, span)),
            }
        }
        who.sort();
        who.dedup();
        Ok(who)
    }

    /// Every entry with its arguments.
    fn items(&mut self, choose: &'b Choose) -> Eval<Vec<Item<'b>>> {
        let plain = |what| Item { tier: 0, may: false, what, title: None, limits: &[] };
        match &choose.what {
            Offer::Values { may, .. } => {
                let mut items = vec![plain(What::Values)];
                items.extend(may.then(|| plain(What::Decline)));
                Ok(items)
            }
            Offer::Menu(tiers) => {
                let mut items = Vec::new();
                for (tier, entry) in entries(tiers) {
                    let what = match &entry.what {
                        EntryKind::Pass => What::Pass,
                        EntryKind::Move(id, given) => {
                            let mut values = Vec::new();
                            for arg in given {
                                values.push(self.eval(arg)?);
                            }
                            What::Move(*id, values)
                        }
                    };
                    items.push(Item {
                        tier,
                        may: entry.may,
                        what,
                        title: entry.title,
                        limits: &entry.limits,
                    });
                }
                Ok(items)
            }
        }
    }

    fn forget_commitments(&mut self, choose: &'b Choose) {
        if let (Offer::Values { steps, .. }, Chooser::Each(_) | Chooser::Race(_)) =
            (&choose.what, &choose.by)
        {
            let none = vec![Value::None; usize::from(self.seats)];
            for step in steps {
                if let Some(top) = self.top() {
                    top.each.insert(step.local, none.clone());
                }
            }
        }
    }

    /// The entries on offer to one of those asked, and the tier of those that oblige.
    fn on_offer(
        &mut self,
        choose: &'b Choose,
        who: Option<u8>,
        items: &[Item<'b>],
    ) -> Eval<OnOffer<'b>> {
        let mut offers: Vec<Item<'b>> = Vec::new();
        let mut obliged = None;
        for item in items {
            if obliged.is_some_and(|tier| item.tier > tier) {
                break;
            }
            if self.available(choose, who, item)? {
                if !item.may {
                    obliged = Some(item.tier);
                }
                if !offers.iter().any(|o| o.what == item.what) {
                    offers.push(item.clone());
                }
            }
        }
        Ok((offers, obliged))
    }

    fn ask(
        &mut self,
        choose: &'b Choose,
        who: &[Option<u8>],
        items: &[Item<'b>],
    ) -> Result<Vec<Committed<'b>>, Cut> {
        if who.is_empty() {
            return Ok(Vec::new());
        }
        if matches!(choose.by, Chooser::Race(_)) {
            self.event(Purpose::Lot);
        }
        let (mut offers, mut tiers) = (Vec::new(), Vec::new());
        for seat in who {
            let (on_offer, tier) = self.on_offer(choose, *seat, items)?;
            if on_offer.is_empty() {
                return Err(
                    fault(FaultKind::NobodyCan(choose.id), self.site_span(choose.id)).into()
                );
            }
            offers.push(on_offer);
            tiers.push(tier);
        }
        let asking = Asking {
            choose,
            who: who.to_vec(),
            items: items.to_vec(),
            offers,
            tiers,
            answers: Vec::new(),
        };
        if who == [None] {
            let stream = self.event(Purpose::Choice);
            if !self.scripted {
                return Ok(vec![self.drawn(choose, &asking.offers[0], stream)?]);
            }
        }
        self.asking = Some(asking);
        self.wait()?;
        Ok(self.asking.take().map(|a| a.answers).unwrap_or_default())
    }

    /// Stops, and serves what is asked of the game, until everybody has answered.
    fn wait(&mut self) -> Flow {
        let mut given = 0;
        self.port.stopped(Stop::Asking)?;
        loop {
            let job = self.port.job()?;
            job(self);
            let Some(asking) = &self.asking else { return Ok(()) };
            if asking.answers.len() == asking.who.len() {
                self.steps = 0;
                return Ok(());
            }
            if asking.answers.len() != given {
                given = asking.answers.len();
                self.port.stopped(Stop::Asking)?;
            }
        }
    }

    /// What chance chooses.
    fn drawn(
        &mut self,
        choose: &'b Choose,
        offers: &[Item<'b>],
        mut stream: EventStream,
    ) -> Eval<Committed<'b>> {
        let at = match choose.what {
            Offer::Menu(_) => stream.below(offers.len() as u64) as usize,
            Offer::Values { .. } => 0,
        };
        let item = offers[at].clone();
        let args =
            self.with_form(choose, None, &item, |world, form| world.drawn_args(form, &mut stream))?;
        Ok(Committed { who: None, item, args })
    }

    fn drawn_args(&mut self, form: Form<'b>, of_event: &mut EventStream) -> Eval<Vec<Value>> {
        let mut args = Vec::new();
        while let Some(step) = form.steps.get(args.len()) {
            let cards = matches!(step.domain.elem.bare(), Type::Card(_));
            let mut own = (cards && self.book.secret_knowers).then(|| {
                let number = self.lot_number();
                self.chance.event(number, Purpose::Pick)
            });
            let stream = own.as_mut().unwrap_or(&mut *of_event);
            let value = match (&step.pick, self.options(form, &args)?) {
                (_, Some(Options::Range(lo, hi))) => {
                    Value::Number(lo + stream.below((hi - lo + 1) as u64) as i64)
                }
                (_, Some(Options::Members(mut values))) => {
                    self.cards_before_lots(step, &mut values);
                    let drawn = stream.below(values.len() as u64) as usize;
                    values.get(drawn).cloned().unwrap_or(Value::None)
                }
                (Pick::Order, Some(Options::Order(mut members))) => {
                    self.cards_before_lots(step, &mut members);
                    loop {
                        stream.shuffle(&mut members);
                        if self.would_do(form, &args, Value::List(members.clone())) {
                            break Value::List(members);
                        }
                    }
                }
                _ => self.drawn_subset(form, step, &args, stream)?,
            };
            args.push(value);
        }
        Ok(args)
    }

    fn drawn_subset(
        &mut self,
        form: Form<'b>,
        step: &'b Step,
        args: &[Value],
        stream: &mut EventStream,
    ) -> Eval<Value> {
        let Bounds { mut members, least, most } = self.bounds(step)?;
        self.cards_before_lots(step, &mut members);
        loop {
            let mut chosen = members.clone();
            if least == most {
                stream.pick(&mut chosen, least);
                chosen.truncate(least);
                chosen.sort();
            } else {
                chosen.retain(|_| stream.include());
                if matches!(step.domain.elem.bare(), Type::Card(_)) {
                    chosen.sort();
                }
            }
            let fits = (least..=most).contains(&chosen.len());
            if fits && self.would_do(form, args, Value::List(chosen.clone())) {
                return Ok(Value::List(chosen));
            }
        }
    }

    /// Cards do not stand by what they are where chance picks.
    fn cards_before_lots(&self, step: &Step, members: &mut [Value]) {
        if matches!(step.domain.elem.bare(), Type::Card(_)) {
            self.before_lots(members);
        }
    }

    fn would_do(&mut self, form: Form<'b>, args: &[Value], next: Value) -> bool {
        let mut args = args.to_vec();
        args.push(next);
        self.why(form, &args, false).is_ok()
    }

    /// Whether an answer is possible, and if so, what it comes to.
    pub(super) fn judge(
        &mut self,
        who: Option<u8>,
        what: &Offered,
        args: &[Value],
    ) -> Result<Committed<'b>, Illegality> {
        let (asking, at) = self.asked_at(who)?;
        let fits = |item: &&Item<'b>| match (&item.what, what) {
            (What::Pass, Offered::Pass(_))
            | (What::Decline, Offered::Decline)
            | (What::Values, Offered::Values) => true,
            (What::Move(id, values), Offered::Move(other, given, _)) => {
                id == other && values.iter().map(|v| v.clone().plain()).eq(given.iter().cloned())
            }
            _ => false,
        };
        let found: Vec<Item<'b>> = asking.items.iter().filter(fits).cloned().collect();
        if found.is_empty() {
            return Err(Illegality::NotInMenu);
        }
        let last = asking.tiers[at];
        let mut first = None;
        for item in found.into_iter().filter(|i| last.is_none_or(|tier| i.tier <= tier)) {
            match self.judged(who, &item, args) {
                Ok(args) => return Ok(Committed { who, item, args }),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(first.unwrap_or(Illegality::EarlierTier))
    }

    /// Takes an answer down, if it is possible.
    pub(super) fn accept(&mut self, who: Option<u8>, answer: &Answer) -> Result<(), Illegality> {
        let (asking, at) = self.asked_at(who)?;
        let choose = asking.choose;
        let item = asking.offers[at].get(answer.offer).cloned().ok_or(Illegality::NotInMenu)?;
        let args = self.judged_whole(choose, who, &item, &answer.args)?;
        if let Some(asking) = &mut self.asking {
            asking.answers.push(Committed { who, item, args });
        }
        Ok(())
    }

    fn asked_at(&self, who: Option<u8>) -> Result<(&Asking<'b>, usize), Illegality> {
        let asking = self.asking.as_ref().ok_or(Illegality::NotAsked)?;
        let at = asking.who.iter().position(|w| *w == who).ok_or(Illegality::NotAsked)?;
        if asking.answers.iter().any(|a| a.who == who) {
            Err(Illegality::NotAsked)
        } else {
            Ok((asking, at))
        }
    }

    /// The offers to one of those asked.
    pub(super) fn offers_to(&self, who: Option<u8>) -> Vec<Item<'b>> {
        self.asked_at(who).map(|(asking, at)| asking.offers[at].clone()).unwrap_or_default()
    }

    pub(super) fn judged(
        &mut self,
        who: Option<u8>,
        item: &Item<'b>,
        args: &[Value],
    ) -> Result<Vec<Value>, Illegality> {
        let Some(choose) = self.asking.as_ref().map(|a| a.choose) else {
            return Err(Illegality::NotAsked);
        };
        self.with_form(choose, who, item, |world, form| Ok(world.why(form, args, false)))
            .unwrap_or(Err(Illegality::NoCompletion))
    }

    /// The same of values that must fill every step.
    fn judged_whole(
        &mut self,
        choose: &'b Choose,
        who: Option<u8>,
        item: &Item<'b>,
        args: &[Value],
    ) -> Result<Vec<Value>, Illegality> {
        self.with_form(choose, who, item, |world, form| Ok(world.why(form, args, true)))
            .unwrap_or(Err(Illegality::NoCompletion))
    }

    /// Carries out the choice of one seat, or of chance: whether anything took effect, whether it
    /// is asked again.
    fn carry_one(
        &mut self,
        choose: &'b Choose,
        answers: Vec<Committed<'b>>,
    ) -> Result<(bool, bool), Cut> {
        let Some(chosen) = answers.into_iter().next() else { return Ok((false, false)) };
        match (&chosen.item.what, &choose.what) {
            (What::Move(id, _), _) => {
                let works = self.works(choose, &chosen)?;
                let part = if works { Part::Body } else { Part::Wrong };
                let again = self.run_move(&self.book.moves[id.index()], &chosen, part)?;
                Ok((works, again))
            }
            (What::Values, Offer::Values { steps, .. }) => {
                for (step, value) in steps.iter().zip(chosen.args) {
                    self.bind(step.local, Val::Plain(value));
                }
                Ok((false, false))
            }
            (What::Decline, Offer::Values { steps, .. }) => {
                steps.iter().for_each(|step| self.bind(step.local, Val::NONE));
                Ok((false, false))
            }
            _ => Ok((false, false)),
        }
    }

    /// Carries out what several have committed: whether anything took effect.
    fn carry_all(
        &mut self,
        choose: &'b Choose,
        mut answers: Vec<Committed<'b>>,
    ) -> Result<bool, Cut> {
        if matches!(choose.by, Chooser::Each(_)) {
            answers.sort_by_key(|a| a.who);
        }
        if let Offer::Values { steps, .. } = &choose.what {
            for answer in answers {
                self.keep(steps.iter().map(|s| s.local), answer);
            }
            return Ok(false);
        }
        let mut works = Vec::new();
        for answer in &answers {
            works.push(self.works(choose, answer)?);
        }
        let (mut effect, mut worked) = (false, false);
        for (answer, works) in answers.iter().zip(works) {
            let What::Move(id, _) = &answer.item.what else { continue };
            let mv = &self.book.moves[id.index()];
            let attempt = mv.attempt.is_some();
            if !attempt
                && self.judged_whole(choose, answer.who, &answer.item, &answer.args).is_err()
            {
                continue;
            }
            let part = match (works, attempt && worked) {
                (false, _) => Part::Wrong,
                (true, true) => Part::Late,
                (true, false) => Part::Body,
            };
            self.run_move(mv, answer, part)?;
            worked |= attempt && part == Part::Body;
            effect |= part == Part::Body;
        }
        Ok(effect)
    }

    fn keep(&mut self, locals: impl Iterator<Item = LocalId>, answer: Committed<'b>) {
        let Some(seat) = answer.who else { return };
        let Some(top) = self.top() else { return };
        for (local, value) in locals.zip(answer.args) {
            if let Some(slot) = top.each.get_mut(&local).and_then(|v| v.get_mut(usize::from(seat)))
            {
                *slot = value;
            }
        }
    }

    /// Whether an attempt works; an action always does.
    fn works(&mut self, choose: &'b Choose, chosen: &Committed<'b>) -> Eval<bool> {
        self.with_form(choose, chosen.who, &chosen.item, |world, form| {
            let Some(attempt) = form.mv.and_then(|m| m.attempt.as_ref()) else { return Ok(true) };
            for (step, value) in form.steps.iter().zip(&chosen.args) {
                world.bind(step.local, Val::Plain(value.clone()));
            }
            world.holds(&attempt.works)
        })
    }

    /// Carries out a move: whether it said `again`.
    fn run_move(&mut self, mv: &'b Move, chosen: &Committed<'b>, part: Part) -> Result<bool, Cut> {
        let What::Move(id, given) = &chosen.item.what else { return Ok(false) };
        let mut frame = Frame::new(BodyRef::Move(*id), &mv.body.locals, chosen.who.or(self.me()));
        frame.locals.iter_mut().zip(given).for_each(|(slot, value)| *slot = value.clone());
        for (step, value) in mv.steps.iter().zip(&chosen.args) {
            frame.locals[step.local.index()] = Val::Plain(value.clone());
        }
        frame.title = mv.title;
        frame.running = true;
        frame.counters = self.begun(Run::Move(*id))?;
        let depth = self.frames.len();
        self.frames.push(frame);
        self.moves_running += 1;
        if part == Part::Body {
            let limits = chosen.item.limits;
            self.use_up(Form {
                steps: &mv.steps,
                mv: Some(mv),
                limits,
                who: chosen.who,
                may: false,
                chance: false,
            })?;
        }
        let block = match (part, &mv.attempt) {
            (Part::Wrong, Some(attempt)) => &attempt.wrong,
            (Part::Late, Some(attempt)) => attempt.late.as_ref().unwrap_or(&attempt.wrong),
            _ => &mv.body.block,
        };
        let result = self.block(block);
        match &result {
            Err(cut) if cut.stays() => return result.map(|()| false),
            _ => {}
        }
        let again = self.frames.get(depth).is_some_and(|f| f.again);
        self.frames.truncate(depth);
        self.moves_running = self.moves_running.saturating_sub(1);
        if !matches!(result, Err(Cut::Give(_))) {
            result?;
        }
        self.test_ends()?;
        Ok(again)
    }
}
