"""A small French lexicon, typed by hand, for tests that must not wait for the large one."""

from __future__ import annotations

from typing import Final

from antecede.languages import Gender, Inflections, Number

_ADJECTIVES: Final = """
grand grande grands grandes
vert verte verts vertes
fort forte forts fortes
rouge rouge rouges rouges
vrai vraie vrais vraies
beau belle beaux belles
content contente contents contentes
utile utile utiles utiles
important importante importants importantes
fou folle fous folles
dangereux dangereuse dangereux dangereuses
heureux heureuse heureux heureuses
fier fière fiers fières
seul seule seuls seules
prêt prête prêts prêtes
"""
_PARTICIPLES: Final = """
partir parti partie partis parties
voir vu vue vus vues
manger mangé mangée mangés mangées
vendre vendu vendue vendus vendues
devenir devenu devenue devenus devenues
laver lavé lavée lavés lavées
rendre rendu rendue rendus rendues
venir venu venue venus venues
repartir reparti repartie repartis reparties
faire fait faite faits faites
considérer considéré considérée considérés considérées
devoir dû due dus dues
pouvoir pu pu pu pu
être été été été été
décider décidé décidée décidés décidées
"""
_FINITE: Final = """
venir vient viennent
parler parle parlent
manger mange mangent
sembler semble semblent
aimer aime aiment
donner donne donnent
trouver trouve trouvent
marcher marche marchent
dormir dort dorment
"""
_OTHER_PERSONS: Final = {"vois": "voir", "prends": "prendre", "prenez": "prendre", "parle": "parler"}
_INFINITIVES: Final = frozenset(
    "être avoir aller voir partir rendre vendre devenir pouvoir devoir venir manger faire croire acheter".split()
)
_NOUNS: Final = frozenset(
    "chat livre homme médecin fleurs amis gens pain peur faim temps mains air train partie".split()
)
_ADVERBS: Final = frozenset({"vraiment", "fort", "rapidement", "tard"})
_FORMS: Final = tuple((gender, number) for number in Number for gender in (Gender.MASCULINE, Gender.FEMININE))


class SmallLexicon(Inflections):
    """`Inflections` over the words above."""

    def __init__(self) -> None:
        """Read the tables."""
        self._paradigms: dict[str, list[str]] = {}
        self._participles: dict[str, set[str]] = {}
        for line in _ADJECTIVES.strip().splitlines():
            forms = line.split()
            self._paradigms.update(dict.fromkeys(forms, forms))
        for line in _PARTICIPLES.strip().splitlines():
            verb, *forms = line.split()
            self._paradigms.update(dict.fromkeys(forms, forms))
            for form in forms:
                self._participles.setdefault(form, set()).add(verb)
        self._pairs = {}
        self._finite = {form: {verb} for form, verb in _OTHER_PERSONS.items()}
        for line in _FINITE.strip().splitlines():
            verb, singular, plural = line.split()
            for form in (singular, plural):
                self._pairs[form] = (singular, plural)
                self._finite.setdefault(form, set()).add(verb)

    def agreeing(self, form: str) -> bool:
        return form in self._paradigms

    def inflect(self, form: str, gender: Gender, number: Number) -> str | None:
        found = self._paradigms.get(form)
        return found[_FORMS.index((gender, number))] if found else None

    def finite(self, form: str) -> frozenset[str]:
        return frozenset(self._finite.get(form, ()))

    def conjugate(self, form: str, number: Number) -> str | None:
        found = self._pairs.get(form)
        return found[number is Number.PLURAL] if found else None

    def participle(self, form: str) -> frozenset[str]:
        return frozenset(self._participles.get(form, ()))

    def infinitive(self, form: str) -> bool:
        return form in _INFINITIVES

    def noun(self, form: str) -> bool:
        return form in _NOUNS

    def adverb(self, form: str) -> bool:
        return form in _ADVERBS
