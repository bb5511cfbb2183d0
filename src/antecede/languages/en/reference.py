"""English reference: pronouns, people, and the constructions in which *it* refers to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.languages._language import each
from antecede.languages._morphology import Gender, Number
from antecede.languages._reference import PronounForm, Reference

if TYPE_CHECKING:
    from antecede.languages._reference import PronounKind

_SG: Final = Number.SINGULAR
_PL: Final = Number.PLURAL
_BE: Final = "(is|was|'s|has been|will be|would be|may be|might be|seems|would seem)"
_MAY: Final = "(would|may|might|could|does n't|does not|did n't|did not|has|had)"
_SEEM: Final = "seem|seems|seemed|appear|appears|appeared|turn out|turns out|turned out|follows|happens|happened"
_IS: Final = r"^\S+ \| (?:be|become|get|remain|sound|look|feel|seem)_\S+ "
_DO: Final = r"^\S+ \| "
_NOUNY: Final = r"\S+_(?:DET|ADJ|NUM|PRON|NOUN|PROPN|ADP|PART|CCONJ|AUX)"
_FOR: Final = rf"(?:(?:for|of|to|from|with)_\S+ (?:{_NOUNY} ){{1,4}}?)?"
_OPENER: Final = "(?:that|to|whether|if|how|why|what|when|where)_"
_NAMED: Final = r"(?:(?:the|this|that|these|those|my|our|your|his|her|their)_\S+|\S+_PRON|\S+_PROPN|only_\S+|not_\S+)"
_FELT: Final = (
    "strike|occur|hit|dawn|surprise|amaze|bother|please|hurt|help|shock|worry|concern|interest|pay|suffice|remain|fall"
)
_WEATHER: Final = "rain|snow|hail|drizzle|freeze|thunder|pour"
_CONDITIONS: Final = "cold|hot|warm|cool|dark|black|sunny|rainy|windy|icy|late|early"
_JUDGED: Final = "make|find|think|consider|deem|believe|feel|call|render|keep|have|see|regard|leave|take|owe|put"
_KINDS: Final[tuple[PronounKind, ...]] = ("personal", "personal", "possessive", "possessive", "reflexive")


def _paradigm(forms: str, form: PronounForm) -> dict[str, PronounForm]:
    """Subject, object, possessive determiner, possessive pronoun and reflexive, in this order; `-`: no form."""
    words = forms.split()
    return {
        word: PronounForm(form.person, form.number, form.gender, form.human, kind, words[0])
        for word, kind in zip(words, _KINDS, strict=True)
        if word != "-"
    }


_PRONOUNS: Final = {
    **_paradigm("they them their theirs themselves", PronounForm(3, _PL)),
    **_paradigm("it it its - itself", PronounForm(3, _SG, Gender.NEUTER, False)),
    **_paradigm("he him his - himself", PronounForm(3, _SG, Gender.MASCULINE, True)),
    **_paradigm("she her her hers herself", PronounForm(3, _SG, Gender.FEMININE, True)),
    **_paradigm("i me my mine myself", PronounForm(1, _SG, None, True)),
    **_paradigm("we us our ours ourselves", PronounForm(1, _PL, None, True)),
    **_paradigm("you you your yours yourself", PronounForm(2, None, None, True)),
    "yourselves": PronounForm(2, _PL, None, True, "reflexive", "you"),
    "'em": PronounForm(3, _PL, group="they"),
    "this": PronounForm(3, _SG, Gender.NEUTER, False, "demonstrative", "this"),
    "that": PronounForm(3, _SG, Gender.NEUTER, False, "demonstrative", "that"),
    "these": PronounForm(3, _PL, None, None, "demonstrative", "these"),
    "those": PronounForm(3, _PL, None, None, "demonstrative", "those"),
    **{
        word: PronounForm(3, None, None, True, "indefinite", "somebody")
        for word in "somebody someone anybody anyone everybody everyone nobody".split()
    },
    **{
        word: PronounForm(3, _SG, Gender.NEUTER, False, "indefinite", "something")
        for word in "something anything everything nothing".split()
    },
    **{word: PronounForm(3, _PL, None, None, "indefinite", "many") for word in "many some others both few".split()},
    "one": PronounForm(3, _SG, None, None, "indefinite", "one"),
    "ones": PronounForm(3, _PL, None, None, "indefinite", "one"),
    "another": PronounForm(3, _SG, None, None, "indefinite", "one"),
}

REFERENCE: Final = Reference(
    pronouns=_PRONOUNS,
    resolved=frozenset({"it", "they", "them"}),
    resolved_subjects=frozenset({"this", "that"}),
    encoder="antecede-model-en",
    expletives=frozenset(["it"]),
    people=each(
        "person people man woman child boy girl baby kid guy lady gentleman folk adult parent mother father mom mum"
        " dad son daughter brother sister husband wife uncle aunt cousin friend neighbour neighbor king queen prince"
        " princess student pupil teacher doctor nurse patient professor scientist researcher engineer worker employee"
        " employer farmer fisherman soldier officer policeman minister president commissioner rapporteur member"
        " colleague citizen politician leader voter consumer customer client user reader writer author artist actor"
        " actress singer player driver owner manager director secretary expert lawyer judge witness victim criminal"
        " terrorist prisoner refugee migrant immigrant resident inhabitant speaker human individual"
        " representative delegate ambassador governor mayor chairman chairwoman spokesman candidate entrepreneur"
        " businessman journalist reporter critic hero guest stranger enemy partner couple twin youth teenager"
        " grandmother grandfather ancestor descendant relative tourist passenger pilot captain clerk"
        " gamer programmer designer architect physicist chemist biologist economist mathematician philosopher"
        " volunteer activist donor investor lender trader taxpayer pensioner youngster physician surgeon chef"
        " thief murderer pope priest bishop monk nun saint god believer muslim christian jew american european"
        " african asian german englishman frenchman russian chinese japanese indian mr mrs ms"
    ),
    people_endings=("man", "men", "woman", "women", "ist", "ician", "eer"),
    things=each(
        "list twist mist fist gist waist wrist checklist shortlist career business process access success progress"
        " address congress stress illness happiness awareness press mess dress loss class glass mass pass cross"
        " deer beer wilderness weakness sickness darkness fitness readiness willingness effectiveness"
        " competitiveness usefulness consciousness madness sadness fortress excess distress specimen regimen acumen"
        " omen semen abdomen"
    ),
    masculine=each(
        "man boy guy gentleman father dad son brother husband uncle king prince policeman businessman fisherman"
        " chairman spokesman grandfather actor monk priest pope mr sir lord"
    ),
    feminine=each(
        "woman girl lady mother mom mum daughter sister wife aunt queen princess actress chairwoman grandmother nun"
        " mrs ms miss madam"
    ),
    groups=each(
        "police family team company government committee crowd audience staff crew group party majority minority"
        " public population commission council parliament union administration army board band class club community"
        " congress court firm generation jury ministry nation country state organization organisation press"
        " opposition presidency authority bank agency school university industry corporation couple everybody everyone"
        " anybody anyone somebody someone nobody person child student"
    ),
    bodies=frozenset({"ORG", "NORP", "LOC"}),
    plurals=each("people police cattle folk media data criteria phenomena bacteria"),
    titles=each("mr mrs ms miss dr prof president commissioner sir lady lord king queen pope minister senator"),
    definite=each("the"),
    indefinite=each("a an some any another every each"),
    demonstrative=each("this that these those such"),
    negative=each("no none neither"),
    times=each(
        "time year day month week hour minute second today yesterday tomorrow morning afternoon evening night moment"
        " monday tuesday wednesday thursday friday saturday sunday january february march april june july august"
        " september october november december century decade date summer winter spring autumn weekend"
    ),
    empty=each(
        "lot bit kind sort type number way thing fact course example percent per instance case part matter"
        " point terms addition order regard respect behalf account spite favour favor"
    ),
    copulas=each("be become remain get"),
    weather=each(
        "rain snow hail drizzle freeze thunder sunny rainy cloudy windy foggy snowy stormy dark noon midnight o'clock"
    ),
    raising=each("seem appear turn happen follow transpire emerge look sound feel strike occur suffice matter"),
    judging=each("make find think consider deem believe feel take call render keep"),
    judgements=each(
        "important necessary essential vital crucial imperative clear obvious evident apparent possible impossible"
        " likely unlikely probable true easy hard difficult good bad best better worse worth right wrong fair unfair"
        " interesting fascinating surprising amazing astonishing remarkable strange odd weird funny sad unfortunate"
        " regrettable desirable advisable appropriate inappropriate reasonable sensible useful useless helpful"
        " understandable unacceptable acceptable unthinkable inconceivable incredible conceivable natural normal"
        " logical known said thought believed hoped expected estimated assumed reported agreed recommended pity shame"
        " wonder pleasure honour honor privilege duty task job fun time high nice great lovely wonderful dangerous"
        " safe legitimate legal illegal customary common rare usual unusual premature late early enough urgent"
    ),
    clause_openers=each("that to for whether if how why what when where who which"),
    fixed_expressions=(
        rf"it {_BE}( \w+)?( \w+)? (that|to|for \w+( \w+)? to) ",
        rf"it ({_MAY} )?({_SEEM}) ",
        rf"it {_BE} (not )?(raining|snowing|hailing|cold|hot|dark|sunny|late|early|noon|midnight|time) ",
        r"it (rains|rained|snows|snowed|hails) ",
        r"it (takes|took|would take|will take|does n't matter|does not matter|makes (no )?sense) ",
        r"it (is|was|'s) \w+( \w+)? (who|whom|whose) ",
    ),
    negations=each("n't not nt"),
    kept_adverbs=each("that how why when where whether out up about only"),
    constructions={
        "adjective and clause": rf"{_IS}(?:{_NOUNY} ){{0,2}}?\S+_ADJ {_FOR}{_OPENER}",
        "adjective and bare clause": rf"{_IS}\S+_ADJ (?:{_NOUNY} ){{1,4}}?\S+_(?:VERB|AUX)",
        "a noun and clause": rf"{_IS}(?:an?|no)_\S+ (?:{_NOUNY} ){{0,3}}?\S+_NOUN {_FOR}{_OPENER}",
        "the noun and clause": rf"{_IS}(?:the|my|our|your|their)_\S+ (?:{_NOUNY} ){{0,3}}?\S+_NOUN {_FOR}{_OPENER}",
        "noun and clause": rf"{_IS}(?:\S+_(?:ADJ|NOUN) ){{0,2}}\S+_NOUN {_FOR}{_OPENER}",
        "participle and clause": rf"{_IS}(?!go_)\S+_VERB {_FOR}(?:that|to|whether|how|why)_",
        "participle and that": rf"{_IS}\S+_VERB (?:{_NOUNY} ){{0,5}}?that_",
        "cleft": rf"{_IS}{_NAMED} (?:{_NOUNY} ){{0,5}}?(?:that|who|which|whom|whose)_",
        "cleft of a": rf"{_IS}(?:an?|one|some)_\S+ (?:{_NOUNY} ){{0,5}}?(?:that|who|which|whom|whose)_",
        "cleft of a phrase": rf"{_IS}\S+_(?:ADP|SCONJ|ADV) .{{0,90}}?that_",
        "seem": rf"{_DO}(?:seem|appear|happen|follow|transpire|emerge|look|sound|feel)_\S+ \S+_(?:SCONJ|PRON|DET|ADP)",
        "seem to": rf"{_DO}(?:seem|appear|happen|look)_\S+ to_",
        "turn out": rf"{_DO}turn_\S+ out_",
        "feel": rf"{_DO}(?:{_FELT})_\S+ .{{0,50}}?{_OPENER}",
        "take to": rf"{_DO}(?:take|cost|need|require)_\S+ .{{0,60}}?(?:to|before|for)_",
        "matter": rf"{_DO}(?:matter_|go_\S+ without_|come_\S+ down_)|^when \| come_\S+ to_",
        "make sense": rf"{_DO}make_\S+ (?:\S+_(?:DET|ADJ) )?(?:sense|difference)_",
        "give pleasure": rf"{_DO}(?:give|be)_\S+ .{{0,40}}?(?:pleasure|joy|honour|honor|delight|satisfaction)_",
        "time": rf"{_IS}(?:about_\S+ |\S+_(?:ADJ|NUM|DET) )?(?:time|o'clock|noon|midnight|summer|winter|day)_",
        "number": rf"{_IS}\S+_NUM",
        "ago": rf"{_IS}.{{0,40}}?(?:year|month|week|day|hour|minute|time)_\S+ (?:ago|since|before|late)_",
        "weather": rf"{_DO}(?:{_WEATHER})_VERB|{_IS}(?:{_WEATHER})_VERB",
        "conditions": rf"{_IS}(?:\S+_(?:ADJ|NOUN) )?(?:{_CONDITIONS})_ADJ",
        "up to": rf"{_IS}up_\S+ to_",
        "about": rf"{_IS}(?:all_\S+ )?about_",
        "as if": rf"{_IS}(?:as|like)_\S+ (?:if|though|when)_",
        "case": rf"{_IS}(?:an?|the|no)_\S+ (?:case|question|matter|issue)_\S+ of_",
        "what is it": r"^be \| be_\S+ (?:that|about|like|with|to)_",
        "were it not": r"^be \| be_\S+ for_",
        "judged": rf"^(?:{_JUDGED}) \| (?:{_NOUNY} ){{0,3}}?\S+_(?:ADJ|NOUN) {_FOR}(?:to|that|when|if)_",
        "judged for": rf"^(?:{_JUDGED}) \| \S+_(?:ADJ|NOUN) for_",
        "owed": r"^(?:owe|leave|put|find) \| (?:to|in)_",
        "liked": r"^(?:appreciate|like|love|hate|prefer|take|see) \| (?:if|when|that)_",
    },
)
