"""Spanish reference: pronouns, people, and the idioms in which *su* refers to nothing."""

from __future__ import annotations

from typing import Final

from antecede.languages._language import each
from antecede.languages._morphology import Gender, Number
from antecede.languages._names import names
from antecede.languages._reference import PronounForm, Reference

_SG: Final = Number.SINGULAR
_PL: Final = Number.PLURAL
_M: Final = Gender.MASCULINE
_F: Final = Gender.FEMININE

_PRONOUNS: Final = {
    "él": PronounForm(3, _SG, _M, None, "personal", "él"),
    "ella": PronounForm(3, _SG, _F, None, "personal", "él"),
    "ellos": PronounForm(3, _PL, _M, None, "personal", "ellos"),
    "ellas": PronounForm(3, _PL, _F, None, "personal", "ellos"),
    # The owner's gender and number are open: *su* is his, her, its, their and your.
    "su": PronounForm(3, None, None, None, "possessive", "su"),
    "sus": PronounForm(3, None, None, None, "possessive", "su"),
    **{form: PronounForm(3, None, None, None, "possessive", "suyo") for form in "suyo suya suyos suyas".split()},
    "sí": PronounForm(3, None, None, None, "reflexive", "sí"),
    "yo": PronounForm(1, _SG, None, True, "personal", "yo"),
    "mí": PronounForm(1, _SG, None, True, "personal", "yo"),
    "tú": PronounForm(2, _SG, None, True, "personal", "tú"),
    "ti": PronounForm(2, _SG, None, True, "personal", "tú"),
    "nosotros": PronounForm(1, _PL, _M, True, "personal", "nosotros"),
    "nosotras": PronounForm(1, _PL, _F, True, "personal", "nosotros"),
    # *Usted* takes the third person, so it owns what *su* names.
    "usted": PronounForm(3, _SG, None, True, "personal", "usted"),
    "ustedes": PronounForm(3, _PL, None, True, "personal", "usted"),
    "alguien": PronounForm(3, _SG, None, True, "indefinite", "alguien"),
    "nadie": PronounForm(3, _SG, None, True, "indefinite", "alguien"),
    "quien": PronounForm(3, _SG, None, True, "indefinite", "quien"),
    "quienes": PronounForm(3, _PL, None, True, "indefinite", "quien"),
    "uno": PronounForm(3, _SG, _M, None, "indefinite", "uno"),
    "una": PronounForm(3, _SG, _F, None, "indefinite", "uno"),
    "unos": PronounForm(3, _PL, _M, None, "indefinite", "uno"),
    "algunos": PronounForm(3, _PL, _M, None, "indefinite", "algunos"),
    "algunas": PronounForm(3, _PL, _F, None, "indefinite", "algunos"),
    "muchos": PronounForm(3, _PL, _M, None, "indefinite", "algunos"),
    "muchas": PronounForm(3, _PL, _F, None, "indefinite", "algunos"),
    "otros": PronounForm(3, _PL, _M, None, "indefinite", "algunos"),
    "otras": PronounForm(3, _PL, _F, None, "indefinite", "algunos"),
    "ambos": PronounForm(3, _PL, _M, None, "indefinite", "algunos"),
    "ambas": PronounForm(3, _PL, _F, None, "indefinite", "algunos"),
    "todos": PronounForm(3, _PL, _M, None, "indefinite", "algunos"),
    "todas": PronounForm(3, _PL, _F, None, "indefinite", "algunos"),
    "este": PronounForm(3, _SG, _M, None, "demonstrative", "este"),
    "éste": PronounForm(3, _SG, _M, None, "demonstrative", "este"),
    "esta": PronounForm(3, _SG, _F, None, "demonstrative", "este"),
    "ésta": PronounForm(3, _SG, _F, None, "demonstrative", "este"),
    "estos": PronounForm(3, _PL, _M, None, "demonstrative", "este"),
    "éstos": PronounForm(3, _PL, _M, None, "demonstrative", "este"),
    "estas": PronounForm(3, _PL, _F, None, "demonstrative", "este"),
    "éstas": PronounForm(3, _PL, _F, None, "demonstrative", "este"),
    "aquel": PronounForm(3, _SG, _M, None, "demonstrative", "aquel"),
    "aquella": PronounForm(3, _SG, _F, None, "demonstrative", "aquel"),
    "aquellos": PronounForm(3, _PL, _M, None, "demonstrative", "aquel"),
    "aquellas": PronounForm(3, _PL, _F, None, "demonstrative", "aquel"),
}

REFERENCE: Final = Reference(
    pronouns=_PRONOUNS,
    resolved=frozenset({"él", "ella", "su", "sus", "suyo", "suya"}),
    people=each(
        "persona gente hombre mujer niño niña muchacho muchacha chico chica señor señora señorita caballero dama bebé"
        " adulto joven anciano anciana padre madre papá mamá hijo hija hermano hermana marido mujer esposo esposa tío"
        " tía abuelo abuela nieto nieta primo prima sobrino sobrina suegro suegra cuñado cuñada novio novia viudo"
        " viuda pariente familiar gemelo gemela huérfano huérfana amigo amiga vecino vecina compañero compañera colega"
        " invitado invitada extraño enemigo rey reina príncipe princesa emperador presidente presidenta ministro"
        " ministra canciller alcalde alcaldesa gobernador gobernadora diputado diputada senador senadora embajador"
        " embajadora portavoz candidato candidata líder dirigente mandatario dictador político política activista"
        " ciudadano ciudadana votante elector contribuyente consumidor consumidora cliente usuario usuaria alumno"
        " alumna estudiante maestro maestra profesor profesora docente catedrático médico médica doctor doctora"
        " enfermero enfermera paciente cirujano científico científica investigador investigadora experto experta"
        " ingeniero ingeniera abogado abogada juez jueza fiscal testigo víctima criminal delincuente ladrón asesino"
        " asesina terrorista preso prisionero refugiado refugiada migrante inmigrante habitante residente trabajador"
        " trabajadora obrero obrera empleado empleada jefe jefa director directora gerente empresario empresaria"
        " banquero inversor inversionista accionista prestamista agricultor agricultora campesino campesina granjero"
        " soldado oficial general coronel capitán policía agente piloto conductor conductora pasajero pasajera turista"
        " escritor escritora autor autora poeta periodista lector lectora artista pintor pintora actor actriz cantante"
        " músico jugador jugadora entrenador cocinero cocinera camarero camarera dueño dueña propietario propietaria"
        " miembro representante delegado delegada comisario comisaria secretario secretaria economista filósofo"
        " filósofa historiador historiadora individuo sujeto ser humano mujer papa obispo sacerdote cura monje monja"
        " santo dios musulmán musulmana cristiano cristiana judío judía estadounidense europeo europea francés"
        " francesa alemán alemana español española chino china ruso rusa americano americana iraquí iraní israelí"
        " palestino palestina rebelde manifestante desempleado pobre rico millonario héroe heroína genio"
    ),
    people_endings=("ista", "ador", "adora", "ólogo", "óloga", "ático"),
    things=each(
        "lista vista pista revista entrevista conquista arista amatista batista indicador ordenador procesador"
        " catalizador acelerador motor computadora lavadora impresora aspiradora grabadora calculadora secadora"
        " licuadora ecuador mercado problemático automático democrático mostrador prestador comparador interruptor"
        " localizador generador transbordador estabilizador detonador multiplicador colaboradora temático"
        " reproductor borrador obrador mirador comedor"
    ),
    grammatical_gender=True,
    # Before a name, as tokens.
    masculine=each("señor sr don d dr doctor profesor presidente ministro rey papa senador príncipe"),
    feminine=each(
        "señora señorita sra srta doña dña dra doctora profesora presidenta ministra reina senadora princesa"
    ),
    names=names("es"),
    name_endings={"a": _F, "o": _M},
    groups=each(
        "gente familia equipo empresa gobierno comité multitud público personal grupo partido mayoría minoría población"
        " comisión consejo parlamento unión administración ejército junta banda clase club comunidad congreso corte"
        " generación jurado ministerio nación país estado organización prensa oposición presidencia autoridad banco"
        " agencia escuela universidad industria corporación pareja pueblo sociedad coalición alianza tribunal"
    ),
    plurals=each("padres gente"),
    titles=each(
        "señor señora señorita sr sra srta don doña d dña dr dra doctor doctora profesor profesora presidente"
        " presidenta ministro ministra rey reina papa senador senadora general"
    ),
    definite=each("el la los las al del"),
    indefinite=each("un una unos unas algún alguna algunos algunas otro otra otros otras cada cualquier"),
    demonstrative=each("este esta estos estas ese esa esos esas aquel aquella aquellos aquellas tal tales"),
    negative=each("ningún ninguna ninguno"),
    times=each(
        "tiempo año día mes semana hora minuto segundo hoy ayer mañana tarde noche momento lunes martes miércoles"
        " jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre"
        " noviembre diciembre siglo década fecha verano invierno primavera otoño"
    ),
    empty=each(
        "tipo clase número modo manera forma hecho ejemplo caso parte punto vez cosa resto mayoría serie cantidad"
        " ciento lado favor lugar término respecto base fin causa medida nivel través torno vista pesar cuenta"
    ),
    copulas=each("ser estar parecer"),
    # A word of these phrases names no owner: as a whole, in turn, at the time, in one's own right, seriously ...
    idioms=(
        r"a su vez\b",
        r"en su conjunto\b",
        r"en su totalidad\b",
        r"en su mayoría\b",
        r"en su mayor parte\b",
        r"en su momento\b",
        r"en su caso\b",
        r"en su día\b",
        r"por su parte\b",
        r"por su cuenta\b",
        r"a su alrededor\b",
        r"como su nombre (lo )?indica\b",
    ),
)
