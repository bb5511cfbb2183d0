"""Spanish."""

from __future__ import annotations

from typing import Final

from antecede.languages._language import Language, ReferenceNotes, each
from antecede.languages.es.reference import REFERENCE

LANGUAGE: Final = Language(
    code="es",
    name="Spanish",
    three_letters="spa",
    abbreviations=each(
        "Sr. Sra. Sres. Sras. Srta. Srtas. Dr. Dra. Dres. D. Dña. Lic. Ing. Arq. Prof. Profa. Gral. Cnel. Cap."
        " Tte. Mons. Fr. Sto. Sta. S. Ud. Uds. Vd. Vds. Excmo. Excma. Ilmo. Ilma. Rvdo. Av. Avda. Bros. St. cf."
        " Cf. p.ej. aprox. ed. Ed. Mr. Mrs. Ms. vs. ca. dpto. Dpto. admón."
    ),
    final_abbreviations=each("etc. EE.UU. EE. UU. S.A. Cía. Inc. Ltd. Co. Corp. Jr. a.C. d.C. a.m. p.m."),
    number_abbreviations=each("art. Art. p. pp. pág. págs. núm. Núm. n. No. no. vol. Vol. fig. Fig. cap. tel."),
    sentence_starters=each(
        "El La Los Las Un Una Este Esta Estos Estas Esto Él Ella Ellos Ellas En Pero Y Si Cuando Para Por"
        " Después Antes No Sí Su Sus Es De Se Lo Como Con A"
    ),
    reference=REFERENCE,
    notes=ReferenceNotes(
        antecedent="«{pronoun}» se refiere a «{antecedent}».",
        event="«{pronoun}» se refiere a lo dicho antes.",
        nothing="«{pronoun}» no se refiere a nada en particular.",
    ),
    copulas=each("ser estar"),
)
