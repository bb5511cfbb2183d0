"""English."""

from __future__ import annotations

from typing import Final

from antecede.languages._language import Language, ReferenceNotes, RelativePronouns, each
from antecede.languages._morphology import Agreement, Gender, Number
from antecede.languages.en.reference import REFERENCE

LANGUAGE: Final = Language(
    code="en",
    name="English",
    three_letters="eng",
    abbreviations=each(
        "Mr. Mrs. Ms. Dr. Prof. Rev. Fr. Gen. Col. Lt. Sgt. Capt. Cpt. Maj. Cmdr. Adm. Gov. Sen. Rep. Pres. Hon."
        " Msgr. Sr. St. Messrs. Mt. Ft. Ave. Blvd. Rd. vs. Vs. e.g. i.e. E.g. I.e. cf. Cf. viz. al. ca. approx."
        " dept. Dept. est. Est. Ph.D. Univ. Assn. Bros. Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sept. Sep. Oct. Nov."
        " Dec. Mon. Tue. Wed. Thu. Fri. Calif. Fla. Mass. Mich. Minn. Pa. Tenn. Va. Wis. Ariz. Ark. Colo. Conn."
        " Wash."
    ),
    final_abbreviations=each("etc. Inc. Ltd. Co. Corp. Jr. Esq. p.m. a.m. P.M. A.M. B.C. A.D."),
    number_abbreviations=each("No. no. Nos. nos. Art. art. Fig. fig. p. pp. P. vol. Vol. ch. Ch. sec. Sec."),
    sentence_starters=each(
        "The A An This That These Those He She It They We You I In On At But And So If When While As For"
        " After Before There Here What Why How Who Our Their His Her My Its However Not No Yes"
    ),
    not_initials="I",
    enclitics=frozenset(["n't", "'s", "'re", "'ve", "'ll", "'d", "'m"]),
    contractions={
        "cannot": ("can", "not"),
        "gonna": ("gon", "na"),
        "wanna": ("wan", "na"),
        "gotta": ("got", "ta"),
        "gimme": ("gim", "me"),
        "lemme": ("lem", "me"),
        "dunno": ("dun", "no"),
        # Typed without the apostrophe, and no other word.
        "dont": ("do", "nt"),
        "didnt": ("did", "nt"),
        "doesnt": ("does", "nt"),
        "isnt": ("is", "nt"),
        "wasnt": ("was", "nt"),
        "havent": ("have", "nt"),
        "couldnt": ("could", "nt"),
        "wouldnt": ("would", "nt"),
        "shouldnt": ("should", "nt"),
    },
    whole_words=frozenset(["'em", "'cause", "'til", "'tis", "'twas", "'n'", "w/o", "w/", "9/11", "24/7"]),
    hour_marks=frozenset(["am", "pm", "a.m.", "p.m."]),
    splits_hyphens=True,
    # The prefixes that stay with their word in UD English EWT.
    hyphen_prefixes=each(
        "anti bi bio co counter cyber de e electro ex extra hyper infra inter intra macro mega meta micro mid"
        " mini multi neo non over paleo pan para post pre pro proto pseudo psycho quasi re semi socio sub super"
        " supra tele trans ultra un under uni vice x t u"
    ),
    # Not asked inside a chain: *up-to-date*.
    after_dash=each(
        "a an and are as at be because been but by can could did do does for from had has have he her here his"
        " however i if in is it its may more most must my nor not of on only or our perhaps quite rather shall she"
        " should since so some such than that the their then there therefore these they this those though thus to"
        " unless was we were what when where whereas whether which while who whom whose why will with would yes"
        " you your"
    ),
    tight_dashes=frozenset(["—"]),
    copulas=each("be"),
    relatives=RelativePronouns(
        persons=("who", "whom"),
        things=("which",),
        not_nouns=each(
            "a about above after again against all also an and any are as at be because been before behind between both"
            " but by can could did do does doing during each either even ever every exactly except few for from had has"
            " have he her here hers him his how however i if in into is it its itself just least less like many may me"
            " might mine more most much must my neither never no nor not now of off often on once one ones only or"
            " other others our ours out over own particularly perhaps really same shall she should since so some such"
            " than that the their theirs them then there therefore these they this those though through thus to today"
            " together too toward towards under until up upon us very was we well were what whatever when where"
            " whether which while who whom whose why will with within without would yes yet you your yours know ask"
            " asked asking see say says tell decide decided determine knows understand wonder especially indeed out"
        ),
    ),
    pronouns={
        **dict.fromkeys(("he", "him", "his", "himself"), Agreement(Gender.MASCULINE, Number.SINGULAR)),
        **dict.fromkeys(("she", "her", "hers", "herself"), Agreement(Gender.FEMININE, Number.SINGULAR)),
        **dict.fromkeys(("it", "its", "itself"), Agreement(Gender.NEUTER, Number.SINGULAR)),
        **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), Agreement(None, Number.PLURAL)),
    },
    reference=REFERENCE,
    notes=ReferenceNotes(
        antecedent="“{pronoun}” refers to “{antecedent}”.",
        event="“{pronoun}” refers to what was said before.",
        nothing="“{pronoun}” refers to nothing in particular.",
    ),
    # Not *he* and *they*: the verb would change.
    never_owns={
        "its": each(
            "husband wife widow widower spouse fiancé fiancée fiance fiancee bride groom mother father mum mom"
            " dad parent parents son daughter sons daughters brother sister brothers sisters uncle aunt uncles"
            " aunts cousin cousins nephew niece nephews nieces grandson granddaughter grandmother grandfather"
            " grandparents grandchildren boyfriend girlfriend birthday hand hands arm arms face finger fingers"
            " elbow knee knees shoulder shoulders hair lip lips cheek cheeks forehead chin wrist ankle thumb"
        )
    },
    exchangeable=(
        each("his her its their your"),
        each("he she it"),
        each("him them it"),
        each("himself herself itself"),
        each("his hers theirs yours"),
    ),
)
