"""French agreement: what changes around a pronoun that is replaced by another."""

from __future__ import annotations

from typing import Final

from antecede.languages._agreement import AgreementRules, Form
from antecede.languages._language import each
from antecede.languages._morphology import Agreement, Gender, GrammaticalCase, Number

__all__ = ["AGREEMENT", "starts_with_vowel"]

_MS: Final = Form(Gender.MASCULINE, Number.SINGULAR)
_FS: Final = Form(Gender.FEMININE, Number.SINGULAR)
_MP: Final = Form(Gender.MASCULINE, Number.PLURAL)
_FP: Final = Form(Gender.FEMININE, Number.PLURAL)

_VOWELS: Final = "aàâäeéèêëiîïoôöuùûüœæ"
# An h is mute unless the word is here; beginnings, so that their derivations are covered.
_ASPIRATE: Final = tuple(
    "hach hagard haïr haï hait haine hall halt hamac hamburger hameau hamster hanche hand hangar hanneton hant"
    " harcel harcèl hardi harem hareng hargn haricot harnais harp hasard hât haut havre hennir hérisser hérisson"
    " hernie héron héros herse hêtre heurt hibou hideu hiérarch hip-hop hippie hiss hobby hocher hockey hold-up"
    " homard hongr honte honteu hoquet hors hotte houblon houille houle housse hublot huche huée huer huit hurl"
    " husky hutte hollandais hollande".split()
)
# Vowels that count as consonants: before them nothing elides.
_NOT_ELIDED_BEFORE: Final = each("oui onze onzième ouistiti uhlan ululer yaourt yacht yoga yeti un-là")


def starts_with_vowel(word: str) -> bool:
    """Whether what stands before the word elides: a vowel, or a mute h.

    >>> [starts_with_vowel(word) for word in ("est", "homme", "héros", "onze", "y", "yaourt")]
    [True, True, False, False, True, False]
    """
    word = word.lower().lstrip("-")
    if word in _NOT_ELIDED_BEFORE:
        return False
    if word.startswith("h"):
        return not word.startswith(_ASPIRATE) or word.startswith("héroï")
    return word[:1] in _VOWELS or word in {"y", "yeux"}


def _pairs(words: str) -> tuple[tuple[str, str], ...]:
    """Singular and plural, typed as `est/sont`."""
    return tuple((first, second) for first, _, second in (word.partition("/") for word in words.split()))


_ETRE: Final = _pairs("est/sont était/étaient sera/seront serait/seraient soit/soient fut/furent fût/fussent")
_AVOIR: Final = _pairs("a/ont avait/avaient aura/auront aurait/auraient ait/aient eut/eurent eût/eussent")

# Expressions separated by commas: what follows *il*, without its negation.
_IMPERSONAL: Final = frozenset(
    tuple(words.split())
    for words in (
        "y a, y avait, y aura, y aurait, y ait, y eut, y eût, a fallu, avait fallu, aurait fallu, faut, fallait,"
        " faudra, faudrait, faille, fallut, s' agit, s' agissait, s' agira, s' agirait, s' agisse, pleut, pleuvait,"
        " pleuvra, neige, neigeait, vaut mieux, vaudrait mieux, valait mieux, semble que, semble qu', semblait que,"
        " paraît que, paraît qu', se peut, se pourrait, se trouve que, se trouve qu', suffit de, suffit d', suffit"
        " que, suffit qu', est temps, était temps, est question, était question, est minuit, est midi, reste à, en"
        " va, en est de, peut y avoir, doit y avoir, va y avoir, pourrait y avoir, devrait y avoir, peut exister,"
        " est tard, était tard, s' avère que, s' avère qu', convient de, convient d', importe que, importe de,"
        " importe qu'"
    ).split(", ")
)

AGREEMENT: Final = AgreementRules(
    subjects={
        "il": _MS,
        "elle": _FS,
        "ils": _MP,
        "elles": _FP,
        "on": _MS,
        "ce": _MS,
        "c'": _MS,
        "ça": _MS,
        "ca": _MS,
        "ç'": _MS,
        "cela": _MS,
        "ceci": _MS,
        "celui-ci": _MS,
        "celui-là": _MS,
        "celle-ci": _FS,
        "celle-là": _FS,
        "ceux-ci": _MP,
        "ceux-là": _MP,
        "celles-ci": _FP,
        "celles-là": _FP,
    },
    objects={
        "le": Agreement(Gender.MASCULINE, Number.SINGULAR, GrammaticalCase.ACCUSATIVE),
        "la": Agreement(Gender.FEMININE, Number.SINGULAR, GrammaticalCase.ACCUSATIVE),
        "l'": Agreement(None, Number.SINGULAR, GrammaticalCase.ACCUSATIVE),
        "les": Agreement(None, Number.PLURAL, GrammaticalCase.ACCUSATIVE),
        "lui": Agreement(None, Number.SINGULAR, GrammaticalCase.DATIVE),
        "leur": Agreement(None, Number.PLURAL, GrammaticalCase.DATIVE),
    },
    neutral=each("ce c' ça ca ç' cela ceci on"),
    copula_only={"ce": "ça", "c'": "ça"},
    not_before_copula={"ça": "ce", "ca": "ce", "ç'": "ce"},
    enclitics=each("il elle ils elles on ce"),
    linking_consonant="-t",
    disjunctive={
        "il": "lui",
        "elle": "elle",
        "ils": "eux",
        "elles": "elles",
        "ça": "ça",
        "cela": "cela",
        "ce": "cela",
        "on": "soi",
    },
    emphatic={"lui-même": _MS, "elle-même": _FS, "eux-mêmes": _MP, "elles-mêmes": _FP},
    floating={"tous": _MP, "toutes": _FP},
    articles={"le": _MS, "la": _FS},
    degrees=each("plus moins"),
    elided={"ce": "c'", "le": "l'", "la": "l'"},
    eliding={
        "que": "qu'",
        "si": "s'",
        "lorsque": "lorsqu'",
        "puisque": "puisqu'",
        "quoique": "quoiqu'",
        "jusque": "jusqu'",
        "de": "d'",
    },
    eliding_only={"si": each("il ils")},
    eliding_clitics={"je": "j'", "ne": "n'", "se": "s'", "me": "m'", "te": "t'"},
    starts_with_vowel=starts_with_vowel,
    clitics=each("ne n' me m' te t' se s' nous vous le la l' les lui leur y en"),
    reflexives=each("se s'"),
    negations=each("ne n' pas plus jamais point guère donc"),
    adverbs=each(
        "pas plus jamais point guère rien très trop si aussi bien mal encore toujours déjà tout souvent parfois peu"
        " assez presque même également vraiment seulement enfin alors ainsi donc ensuite maintenant aujourd'hui hier"
        " demain ici là plutôt tellement tant moins autant finalement"
    ),
    conjunctions=each("et ou mais ni puis donc voire"),
    comparisons=each("comme"),
    prepositions=each(
        "à de d' pour par avec sans sur sous dans en chez vers contre entre selon devant derrière depuis malgré envers"
        " parmi après avant"
    ),
    infinitive_marks=each("à de d' pour"),
    determiners=each(
        "le la l' les un une des du de d' ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur"
        " leurs quelque quelques chaque plusieurs aucun aucune"
    ),
    finite={
        "être": _ETRE,
        "avoir": _AVOIR,
        "aller": _pairs("va/vont allait/allaient ira/iront irait/iraient aille/aillent alla/allèrent"),
        "faire": _pairs("fait/font faisait/faisaient fera/feront ferait/feraient fasse/fassent fit/firent"),
        "pouvoir": _pairs("peut/peuvent pouvait/pouvaient pourra/pourront pourrait/pourraient puisse/puissent"),
        "devoir": _pairs("doit/doivent devait/devaient devra/devront devrait/devraient doive/doivent"),
    },
    copula="être",
    possession="avoir",
    copula_participles=each("été"),
    copular=each("sembler paraître devenir rester demeurer redevenir apparaître s'avérer avérer"),
    raising=each(
        "pouvoir devoir aller vouloir sembler paraître venir commencer finir continuer risquer cesser savoir espérer"
        " mériter refuser accepter oser tendre daigner faillir penser compter croire tenter essayer être avoir"
    ),
    object_predicates=each("rendre trouver juger croire estimer considérer garder laisser déclarer imaginer penser"),
    auxiliaries=each(
        "ai as a avons avez ont avais avait avions aviez avaient aurai auras aura aurons aurez auront aurais aurait"
        " aurions auriez auraient aie aies ait ayons ayez aient eus eut eûmes eûtes eurent eût avoir ayant"
    ),
    before_objects=each(
        "je j' tu il elle on nous vous ils elles qui ça cela ne n' me m' te t' se s' -je -tu -il -elle"
    ),
    periphrases=frozenset({("en", "train"), ("sur", "le", "point")}),
    indirect_reflexives=frozenset(
        {("rendu", "compte")}
        | {(word,) for word in each("succédé plu souri parlé menti nui ressemblé suffi survécu demandé")}
    ),
    impersonal=_IMPERSONAL,
    impersonal_subjects=each("il"),
    fixed=each("pourquoi parce ainsi là quand lorsque lorsqu' moi toi lui elle nous vous eux elles comme qui à-dire"),
    extraposing=each(
        "important possible impossible nécessaire essentiel évident clair vrai naturel facile difficile utile inutile"
        " indispensable primordial crucial vital regrettable dommage probable improbable intéressant inacceptable"
        " acceptable inadmissible normal logique juste injuste bon mauvais mieux préférable souhaitable étrange curieux"
        " incroyable étonnant surprenant impératif urgent temps interdit permis prévu décidé dit proposé recommandé"
        " convenu admis rare fréquent courant faux agréable merveilleux formidable amusant drôle triste honteux"
        " raisonnable plausible exact inutile absurde tentant légitime opportun inconcevable impensable grave"
        " scandaleux fondamental manifeste question"
    ),
    complementisers=each("que qu'"),
    relatives=each("qui que qu' dont à"),
    regular_endings=((_FP, "ées"), (_FS, "ée"), (_MP, "és"), (_MS, "é")),
)
