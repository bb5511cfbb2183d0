"""French nouns and pronouns in running text: the closed classes that identify them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from antecede.languages._language import each
from antecede.languages._morphology import Agreement, Gender, Number
from antecede.languages._nouns import NounClues

if TYPE_CHECKING:
    from collections.abc import Iterator

_MS: Final = Agreement(Gender.MASCULINE, Number.SINGULAR)
_FS: Final = Agreement(Gender.FEMININE, Number.SINGULAR)
_MP: Final = Agreement(Gender.MASCULINE, Number.PLURAL)
_FP: Final = Agreement(Gender.FEMININE, Number.PLURAL)
_SINGULAR: Final = Agreement(number=Number.SINGULAR)
_PLURAL: Final = Agreement(number=Number.PLURAL)


def _table(*rows: tuple[Agreement, str]) -> dict[str, Agreement]:
    return dict(_entries(*rows))


def _entries(*rows: tuple[Agreement, str]) -> Iterator[tuple[str, Agreement]]:
    for agreement, words in rows:
        for word in words.split():
            yield word, agreement


NOUN_CLUES: Final = NounClues(
    # Luong and Popescu-Belis 2016, section 3.2, with cela for their celà; and les, which translates *them*.
    modelled=each(
        "il ils elle elles le la lui l' les on ce c' ça ç' ceci cela celui celui-ci celui-là celle celle-ci celle-là"
        " ceux ceux-ci ceux-là celles celles-ci celles-là"
    ),
    unpublished=each("les"),
    determiners=_table(
        (_MS, "le un du au ce cet quel aucun tout nul certain"),
        (_FS, "la une cette ma ta sa quelle aucune toute nulle certaine"),
        (_MP, "quels tous certains"),
        (_FP, "quelles toutes certaines"),
        (_SINGULAR, "l' mon ton son notre votre leur chaque quelque"),
        (_PLURAL, "les des aux ces mes tes ses nos vos leurs quelques plusieurs deux trois quatre cinq six sept huit"),
        (_PLURAL, "neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante"),
        (_PLURAL, "cent cents mille million millions"),
    ),
    ambiguous=each("le la les l'"),
    before_verbs=each("je j' tu il ils elle elles on nous vous ne n' me m' te t' se s' qui y"),
    after_object=each(
        "lui leur y en ai as a avons avez ont avait avaient aurait aura ait avoir eût avais aviez avions"
    ),
    infinitives=("er", "ir", "re", "oir"),
    impersonal=each(
        "faut fallait faudra faudrait fallu pleut pleuvait pleuvra neige neigeait suffit suffisait suffira s'|agit"
        " s'|agissait s'|agira y|a y|avait y|aura y|aurait y|ait y|eut y|avaient y|en vaut|mieux semble semblait"
    ),
    negations=each("ne n'"),
    alone=each("un une aucun aucune certains certaines"),
    fillers=each("autre autres seul seule"),
    links=each(
        "de d' à en dans par pour sur avec sans sous entre vers chez contre depuis pendant après avant comme et ou ni"
        " que qu' « \" ( ' derrière devant selon malgré"
    ),
    genitive=each("de d' du des"),
    articles=each("le la l' les"),
    quantities=each("plupart"),
    before_nouns=each(
        "premier première premiers premières deuxième troisième dernier dernière derniers dernières nouveau nouvel"
        " nouvelle nouveaux nouvelles grand grande grands grandes petit petite petits petites bon bonne bons bonnes"
        " mauvais mauvaise mauvaises vieux vieil vieille vieilles jeune jeunes beau bel belle beaux belles gros grosse"
        " grosses long longue longs longues haut haute hauts hautes autre autres même mêmes seul seule seuls seules"
        " meilleur meilleure meilleurs meilleures ancien ancienne anciens anciennes pauvre pauvres propre propres"
        " futur future futurs futures second seconde seconds secondes différents différentes divers diverses certain"
        " certaine certains certaines véritable véritables prochain prochaine prochains prochaines tel telle tels"
        " telles cher chère chers chères simple simples vrai vraie vrais vraies plein pleine pleins pleines double"
        " triple demi demie court courte courts courtes large larges fort forte forts fortes joli jolie jolis jolies"
    ),
    no_nouns=each(
        "est été a as ai ont son sont pas plus point bien tout moins trop peu pendant devant avant après derrière sous"
        " sur or car si ni que mais y on en la le les il elle nous vous moi toi soi lui leur ce ça rien personne autant"
        " ensuite ensemble encore contre selon vers entre hier demain mal non oui être avoir fait faire suis es dit vu"
        " fut soit tu me te se un une alors ainsi aussi ci là même quand comment où qui quoi dont lors mieux loin près"
        " ailleurs plutôt environ sauf hors dans par pour avec sans de à au du des ses mes tes puis ou et parce"
        " beaucoup soient était faut va vont peut doit font pourquoi tant quelque particulier général etc fois aller"
        " parler pouvoir dire vouloir savoir devoir outre également uns"
    ),
)
