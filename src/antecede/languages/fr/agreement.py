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


def _families(words: str) -> tuple[dict[str, Form], ...]:
    """Masculine and feminine singular, then plural, typed as `seul/seule/seuls/seules`; what there is not is empty."""
    return tuple(
        {word: form for word, form in zip(family.split("/"), (_MS, _FS, _MP, _FP), strict=True) if word}
        for family in words.split()
    )


def _by_form(words: str) -> tuple[dict[Form, str], ...]:
    """The same by form, where two forms may be one word."""
    return tuple(dict(zip((_MS, _FS, _MP, _FP), family.split("/"), strict=True)) for family in words.split())


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    """Expressions separated by commas."""
    return frozenset(tuple(words.split()) for words in text.split(", "))


_ETRE: Final = _pairs("est/sont était/étaient sera/seront serait/seraient soit/soient fut/furent fût/fussent")
_AVOIR: Final = _pairs("a/ont avait/avaient aura/auront aurait/auraient ait/aient eut/eurent eût/eussent")

# Expressions separated by commas: what follows *il*, without its negation.
_IMPERSONAL: Final = _phrases(
    "en va, en allait, en ira, en est de, en est ainsi, en est rien, en était de, en sera de, en soit, en reste,"
    " en demeure, va de soi, allait de soi, va sans dire, se peut, se pourrait, se trouve que, se trouve qu', se doit,"
    " était une fois, fut un temps, te plaît, vous plaît, peut exister, semble que, semble qu', y va de, se fait tard,"
    " fait aucun doute, faisait aucun doute, fait nul doute"
)
_NUMBERS: Final = "deux trois quatre cinq six sept huit neuf dix onze douze treize quinze vingt trente cent mille"

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
    alike=_families("seul/seule/seuls/seules //chacun/chacune entier/entière/entiers/entières //un/une //uns/unes"),
    intensifiers={_MS: "tout", _FS: "toute", _MP: "tout", _FP: "toutes"},
    articles={_MS: "le", _FS: "la", _MP: "les", _FP: "les"},
    openings=_phrases("une fois, bien que, à peine"),
    nominal=each(
        "seul seule seuls seules premier première premiers premières dernier dernière derniers dernières meilleur"
        " meilleure meilleurs meilleures bienvenu bienvenue bienvenus bienvenues"
    ),
    possessives=_by_form(
        "mien/mienne/miens/miennes tien/tienne/tiens/tiennes sien/sienne/siens/siennes nôtre/nôtre/nôtres/nôtres"
        " vôtre/vôtre/vôtres/vôtres leur/leur/leurs/leurs"
    ),
    contractions={"du": ("de", "le"), "au": ("à", "le")},
    partitive="en",
    counts=_by_form("un/une/un/une aucun/aucune/aucun/aucune"),
    owners={Number.SINGULAR: each("son sa ses"), Number.PLURAL: each("leur leurs")},
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
    articled={"on": "l'"},
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
    adverbials=_phrases(
        "à la fois, en effet, tout à fait, sans doute, de plus en plus, de moins en moins, à nouveau, de nouveau, en"
        " partie, en général, par exemple, bel et bien, à peine, tout de suite, pour l' instant, pour le moment, en ce"
        " moment, au moins, du moins, d' abord, en outre, en fait, en réalité, par conséquent, au contraire, en plus,"
        " de plus, peu à peu, à jamais, pour autant, à présent, tout d' abord, par ailleurs, d' ailleurs, à tout"
        " jamais, à tort, à juste titre, en même temps, en quelque sorte, un peu, en train"
    ),
    conjunctions=each("et ou mais ni puis donc voire"),
    comparisons=each("comme"),
    prepositions=each(
        "à de d' pour par avec sans sur sous dans en chez vers contre entre selon devant derrière depuis malgré envers"
        " parmi après avant pendant durant lors dès"
    ),
    infinitive_marks=each("à de d' pour par"),
    determiners=each(
        "le la l' les un une des du de d' ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur"
        " leurs quelque quelques chaque plusieurs aucun aucune"
    ),
    finite={
        "être": _ETRE,
        "avoir": _AVOIR,
        "aller": _pairs("va/vont allait/allaient ira/iront irait/iraient aille/aillent alla/allèrent"),
        "faire": _pairs("fait/font faisait/faisaient fera/feront ferait/feraient fasse/fassent fit/firent"),
        "falloir": _pairs("faut/faut fallait/fallait faudra/faudra faudrait/faudrait faille/faille fallut/fallut"),
        "pouvoir": _pairs("peut/peuvent pouvait/pouvaient pourra/pourront pourrait/pourraient puisse/puissent"),
        "devoir": _pairs("doit/doivent devait/devaient devra/devront devrait/devraient doive/doivent"),
    },
    copula="être",
    possession="avoir",
    copula_participles=each("été"),
    copular=each("sembler paraître devenir rester demeurer redevenir apparaître s'avérer avérer"),
    reflexive_copular=each(
        "sentir croire montrer retrouver trouver dire révéler voir rendre déclarer tenir avérer juger considérer"
        " proclamer estimer prétendre imaginer savoir penser"
    ),
    depictive=each("tomber naître mourir vivre arriver rentrer revenir partir repartir sortir finir"),
    looks=("l'", "air"),
    raising=each(
        "pouvoir devoir aller vouloir sembler paraître venir commencer finir continuer risquer cesser savoir espérer"
        " censer mériter refuser accepter oser tendre daigner faillir penser compter croire tenter essayer être avoir"
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
    causative=each("faire laisser voir"),
    indirect_reflexives=_phrases(
        "rendu compte, fait mal, fait peur, dit que, dit qu', succédé, plu, souri, parlé, menti, nui, ressemblé, suffi,"
        " survécu, demandé, permis de, permis d', promis de, promis d', juré de"
    ),
    impersonal=_IMPERSONAL,
    before_impersonal=_phrases("quoi qu'"),
    impersonal_verbs=each("falloir pleuvoir neiger grêler venter bruiner"),
    impersonal_with={
        "être": each("tard tôt temps question midi minuit"),
        "faire": each("froid chaud beau nuit jour noir sombre frais doux bon mauvais gris soleil"),
        "valoir": each("mieux"),
        "rester": each("à du"),
        "exister": each("du"),
        "manquer": each("du"),
        "suffire": each("de d' que qu'"),
        "convenir": each("de d' que qu'"),
        "empêcher": each("que qu'"),
    },
    impersonal_clitics=frozenset({("y", "avoir"), ("s'", "agir"), ("se", "passer")}),
    announcing=each(
        "sembler paraître arriver ressortir avérer apparaître importer advenir résulter ensuivre appartenir revenir"
        " incomber valoir tarder découler suffire convenir"
    ),
    presenting=each("rester exister manquer arriver survenir subsister apparaître"),
    presenting_reflexives=each("produire passer"),
    indefinites=each("un une des quelques quelque plusieurs beaucoup peu aucun aucune qu' que " + _NUMBERS),
    indefinite_persons=each("quelqu'un personne tout rien chacun chacune"),
    questions=each("pourquoi comment quand où combien quoi qui que qu'"),
    hours=each("heure heures h"),
    impersonal_subjects=each("il"),
    fixed=each("pourquoi parce ainsi là quand lorsque lorsqu' moi toi lui elle nous vous eux elles comme qui à-dire"),
    extraposing=each(
        "important possible impossible nécessaire essentiel évident clair vrai naturel facile difficile utile inutile"
        " indispensable primordial crucial vital regrettable dommage probable improbable intéressant inacceptable"
        " acceptable inadmissible normal logique juste injuste bon mauvais mieux préférable souhaitable étrange curieux"
        " incroyable étonnant surprenant impératif urgent temps interdit permis prévu décidé dit proposé recommandé"
        " convenu admis rare fréquent courant faux agréable merveilleux formidable amusant drôle triste honteux"
        " raisonnable plausible exact inutile absurde tentant légitime opportun inconcevable impensable grave"
        " scandaleux fondamental manifeste question simple certain dangereux compliqué"
        " délicat risqué inévitable incontestable indéniable notable remarquable flagrant inconnu prématuré illusoire"
    ),
    personal=each(
        "convaincu persuadé surpris étonné déçu ravi choqué désolé informé averti prévenu rassuré assuré fâché enchanté"
        " soulagé préoccupé inquiété si tellement"
    ),
    announcing_marks=each("de d'"),
    complementisers=each("que qu'"),
    relatives=each("qui que qu' dont à"),
    regular_endings=((_FP, "ées"), (_FS, "ée"), (_MP, "és"), (_MS, "é")),
)
