"""French."""

from __future__ import annotations

from typing import Final

from antecede.languages._language import Language, each
from antecede.languages._morphology import Agreement, Gender, Number
from antecede.languages.fr.agreement import AGREEMENT
from antecede.languages.fr.nouns import NOUN_CLUES

_MASCULINE: Final = Agreement(Gender.MASCULINE, Number.SINGULAR)
_FEMININE: Final = Agreement(Gender.FEMININE, Number.SINGULAR)
_MASCULINES: Final = Agreement(Gender.MASCULINE, Number.PLURAL)
_FEMININES: Final = Agreement(Gender.FEMININE, Number.PLURAL)
_NEUTER: Final = Agreement(Gender.NEUTER, Number.SINGULAR)
_SINGULAR: Final = Agreement(None, Number.SINGULAR)
_PLURAL: Final = Agreement(None, Number.PLURAL)

LANGUAGE: Final = Language(
    code="fr",
    name="French",
    three_letters="fra",
    abbreviations=each(
        "M. MM. Me. Mgr. Dr. Pr. Prof. St. Ste. av. Av. bd. Bd. boul. cf. Cf. c.-à-d. ex. env. hab. éd. Éd. dir."
        " coll. trad. chap. janv. févr. avr. juil. sept. oct. nov. déc. tél. Tél. vs. adj. ca."
    ),
    final_abbreviations=each("etc. Inc. Ltd. Co. Corp. Jr. apr. J.-C."),
    number_abbreviations=each("art. Art. p. pp. vol. Vol. fig. Fig. no. No. n. t. al."),
    sentence_starters=each(
        "Le La Les L' Un Une Des Ce Cet Cette Ces C' Il Elle Ils Elles Nous Vous Je J' On En Dans Mais Et Si"
        " Quand Pour Après Avant Que Qu' Son Sa Ses Leur Notre Votre À De"
    ),
    elisions=each("c' d' j' l' m' n' s' t' qu' jusqu' lorsqu' puisqu' quoiqu' ç'"),
    hyphen_clitics=each(
        "-t -je -tu -il -elle -on -nous -vous -ils -elles -ce -moi -toi -lui -leur -le -la -les -y -en -m' -t' -l'"
    ),
    # A demonstrative with -ci or -là is one word, as in UD French GSD and Sequoia, and needs no entry:
    # -ci and -là are not clitics here. Nouns made of a verb and a pronoun need one.
    whole_words=each(
        "rendez-vous aujourd'hui c'est-à-dire chez-moi chez-toi chez-nous chez-vous garde-à-vous sot-l'y-laisse"
        " m'as-tu-vu"
    ),
    space_before=frozenset([";", ":", "?", "!", "»", "%", "°C", "?!", "!?", "!!", "??", "!!!", "???"]),
    space_after=frozenset(["«"]),
    narrow_space_before=frozenset([";", "?", "!", "?!", "!?", "!!", "??", "!!!", "???"]),
    copulas=each("être"),
    agreement=AGREEMENT,
    pronouns={
        **dict.fromkeys(("il", "le", "celui", "celui-ci", "celui-là", "mien", "tien", "sien", "chacun"), _MASCULINE),
        **dict.fromkeys(
            ("elle", "la", "celle", "celle-ci", "celle-là", "mienne", "tienne", "sienne", "chacune"), _FEMININE
        ),
        **dict.fromkeys(("ils", "eux", "ceux", "ceux-ci", "ceux-là", "miens", "siens"), _MASCULINES),
        **dict.fromkeys(("elles", "celles", "celles-ci", "celles-là", "miennes", "tiennes", "siennes"), _FEMININES),
        **dict.fromkeys(("ce", "c'", "ça", "ca", "ç'", "cela", "ceci"), _NEUTER),
        **dict.fromkeys(("l'", "lui", "on"), _SINGULAR),
        **dict.fromkeys(("les", "leur"), _PLURAL),
    },
    noun_clues=NOUN_CLUES,
)
