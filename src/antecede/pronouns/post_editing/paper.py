"""The two rules of Guillou (2015), "Automatic post-editing for the DiscoMT pronoun translation task", as printed.

They change the pronoun alone: whatever agreed with it is left as it was, which the paper names among its faults.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from antecede.languages import Form, Gender, Number, language
from antecede.pronouns.agreement.draft import Draft, Edit
from antecede.pronouns.decision.permission import AnyEdit, permitted
from antecede.pronouns.post_editing.types import Change, PostEdited
from antecede.pronouns.types import Decision, ScoredOption
from antecede.text.tokens import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from antecede.alignment import Link
    from antecede.coreference import Anaphor, Antecedent, ResolvedDocument
    from antecede.engines import Hypothesis
    from antecede.languages import Agreement
    from antecede.pairs import Pair, PostEditingRules
    from antecede.pronouns.decision.permission import Permission
    from antecede.pronouns.types import DecidedBy, PrintedRule

__all__ = ["PaperEditor", "chain_of", "has_number"]

# Mentions of a chain that leads in a circle are visited once; this bounds chains that only grow.
_LONGEST_CHAIN: Final = 50


class _Prediction(NamedTuple):
    """The rule, if one is for the pronoun, the pronoun that it wants, if it wants any, and why."""

    rule: PrintedRule | None
    pronoun: str
    reason: str


@dataclass(frozen=True, slots=True)
class PaperEditor:
    """Post-editing as printed."""

    pair: Pair
    rules: PostEditingRules
    nouns: Callable[[str], Agreement | None]
    """The dictionary of target nouns."""
    threshold: float
    """A pronoun with a probability of being anaphoric up to this is not; the paper's is chosen for its recall."""
    permission: Permission = field(default_factory=AnyEdit)
    """Which of the edits are made."""

    def edit(self, document: ResolvedDocument, sentences: Sequence[Hypothesis]) -> PostEdited:
        """As `PostEditor`."""
        edited = list(sentences)
        decisions, changes = [], []
        for index, anaphor in enumerate(document.anaphors):
            sentence = edited[anaphor.sentence]
            position = self.pronoun_at(sentence, anaphor)
            before = self.pronoun(sentence.tokens[position]) if position is not None else ""
            wanted = self._prediction(document, anaphor, sentences, before)
            after, made = before, sentence.tokens
            edits: tuple[Edit, ...] = ()
            if position is not None and before and wanted.pronoun and wanted.pronoun != before:
                made, edits = self.replaced(sentence.tokens, position, wanted.pronoun)
                after = self.pronoun(made[position])
            options = (ScoredOption(after, 1.0),)
            decided_by: DecidedBy = "rule" if after != before else "engine"
            place = position if after else None
            decision = Decision(anaphor, options, after, before, wanted.reason, place, decided_by, wanted.rule)
            if edits:
                decision = permitted(self.permission, decision, document, position)
                if not decision.withheld:
                    edited[anaphor.sentence] = replace(sentence, tokens=made)
                    changes.append(Change(index, wanted.rule == "anaphoric", before, after, edits))
            decisions.append(decision)
        return PostEdited(tuple(edited), tuple(decisions), tuple(changes))

    def _prediction(
        self, document: ResolvedDocument, anaphor: Anaphor, sentences: Sequence[Hypothesis], before: str
    ) -> _Prediction:
        source = normalise(anaphor.text)
        if source not in self.rules.defaults:
            return _Prediction(None, "", f"No rule is for ‘{anaphor.text}’.")
        if source not in self.rules.always_anaphoric and anaphor.position != "subject":
            return _Prediction(None, "", f"‘{anaphor.text}’ is no subject, and the rules are for subjects.")
        if source not in self.rules.always_anaphoric and anaphor.function.anaphoric <= self.threshold:
            return self._not_anaphoric(anaphor, before)
        return self._anaphoric(document, anaphor, sentences, before)

    def _not_anaphoric(self, anaphor: Anaphor, before: str) -> _Prediction:
        statement = f"‘{anaphor.text}’ stands for nothing ({anaphor.function.anaphoric:.0%} that it does)"
        if before and before not in self.rules.neutral_kept:
            return _Prediction("non-anaphoric", self.rules.neutral, f"{statement}: {self.rules.neutral}.")
        return _Prediction("non-anaphoric", "", f"{statement}, and {before or 'no pronoun'} may stay.")

    def _anaphoric(
        self, document: ResolvedDocument, anaphor: Anaphor, sentences: Sequence[Hypothesis], before: str
    ) -> _Prediction:
        source = normalise(anaphor.text)
        number = self.rules.own_number.get(source)
        chain = [each for each in chain_of(document, anaphor) if has_number(document, each, number)]
        if not chain:
            return _Prediction("anaphoric", "", f"No antecedent of ‘{anaphor.text}’ was found.")
        for antecedent in chain:
            noun = self.form(document, antecedent, sentences[antecedent.sentence])
            if noun is not None:
                form, word = noun
                pronoun = self.rules.predicted.get(form if number is None else Form(form.gender, number))
                if pronoun is not None:
                    reason = f"‘{anaphor.text}’ stands for « {antecedent.text} », here {word}."
                    return _Prediction("anaphoric", pronoun, reason)
        if before and before not in self.rules.not_defaulted[source]:
            default = self.rules.defaults[source]
            reason = f"No antecedent of ‘{anaphor.text}’ became a noun: {default} by default."
            return _Prediction("anaphoric", default, reason)
        return _Prediction("anaphoric", "", f"No antecedent of ‘{anaphor.text}’ became a noun.")

    def form(self, document: ResolvedDocument, antecedent: Antecedent, sentence: Hypothesis) -> tuple[Form, str] | None:
        """Gender and number of the antecedent's translation, and its noun; of *N and N*, those of both together."""
        heads = _heads(document, antecedent)
        aligned = [self._noun(sentence.tokens, sentence.alignment, head, antecedent) for head in heads]
        nouns = [each for each in aligned if each is not None]
        if not nouns:
            return None
        if len(heads) == 1:
            return nouns[0]
        feminine = len(nouns) == len(heads) and all(form.gender is Gender.FEMININE for form, _ in nouns)
        gender = Gender.FEMININE if feminine else Gender.MASCULINE
        return Form(gender, Number.PLURAL), ", ".join(word for _, word in nouns)

    def _noun(
        self, tokens: Sequence[str], alignment: Sequence[Link], head: int, antecedent: Antecedent
    ) -> tuple[Form, str] | None:
        """The right-most noun that the head is aligned to."""
        places = sorted({link.target for link in alignment if link.source == head}, reverse=True)
        for place in places:
            word = normalise(tokens[place])
            known = self.nouns(word) or (self.nouns(word.rpartition("-")[2]) if "-" in word else None)
            if known is not None and known.gender is not None:
                number = known.number or antecedent.number or Number.SINGULAR
                return Form(known.gender, number), tokens[place]
        return None

    def pronoun_at(self, sentence: Hypothesis, anaphor: Anaphor) -> int | None:
        """Where the pronoun's translation stands: an aligned pronoun, the first if there are several."""
        places = sorted({link.target for link in sentence.alignment if link.source == anaphor.token})
        return next((place for place in places if self.pronoun(sentence.tokens[place])), None)

    def pronoun(self, token: str) -> str:
        """The token as a pronoun of the target language; empty if it is none."""
        word = normalise(token).removeprefix("-")
        return word if word in self.pair.lists[self.pair.default_lists].target_pronouns else ""

    def replaced(
        self, tokens: tuple[str, ...], position: int, pronoun: str
    ) -> tuple[tuple[str, ...], tuple[Edit, ...]]:
        """The tokens with that pronoun, elided before a vowel if it elides, as the paper does."""
        facts = language(self.pair.target).agreement
        draft = Draft(tokens)
        hyphen = "-" if draft.at(position).startswith("-") else ""
        following = draft.at(position + 1)
        if facts is not None and not hyphen and pronoun in facts.elided and facts.starts_with_vowel(following):
            pronoun = facts.elided[pronoun]
        draft.replace(position, hyphen + pronoun)
        return draft.made()[0], draft.edits()


def chain_of(document: ResolvedDocument, anaphor: Anaphor) -> Iterator[Antecedent]:
    """The nouns that a pronoun stands for, the nearest in its chain first: best antecedents all the way back.

    A resolver that gives a whole chain gives its further members no probability; of one that gives several
    antecedents with probabilities, the best is followed. Pronouns are passed through, and not given.
    """
    pronouns = {(each.sentence, each.token): each for each in document.anaphors}
    queue, seen = [anaphor], set[tuple[int, int]]()
    while queue and len(seen) < _LONGEST_CHAIN:
        current = queue.pop(0)
        best = (
            current.antecedents[:1] if current.antecedents and current.antecedents[0].probability > current.none else ()
        )
        rest = [each for each in current.antecedents[1:] if best and each.probability == 0.0]
        for antecedent in (*best, *rest):
            place = antecedent.sentence, antecedent.head
            if place in seen or place >= (anaphor.sentence, anaphor.token):
                continue
            seen.add(place)
            if place in pronouns:
                queue.append(pronouns[place])
            elif document.analysis.sentences[antecedent.sentence].words[antecedent.head].pos != "PRON":
                yield antecedent


def has_number(document: ResolvedDocument, antecedent: Antecedent, number: Number | None) -> bool:
    """Whether an antecedent may be of that number, if one is wanted; coordinated heads are plural together."""
    if number is None or antecedent.number in {None, number}:
        return True
    return number is Number.PLURAL and len(_heads(document, antecedent)) > 1


def _heads(document: ResolvedDocument, antecedent: Antecedent) -> list[int]:
    """The antecedent's head, and those that are coordinated with it."""
    words = document.analysis.sentences[antecedent.sentence].words
    others = [
        place
        for place in range(antecedent.start, antecedent.end)
        if words[place].relation == "conj" and words[place].head == antecedent.head and place != antecedent.head
    ]
    return [antecedent.head, *others]
