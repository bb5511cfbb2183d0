#!/usr/bin/env bash
# Train the models that ship, from the free part of the development data, and put them into their packages:
#   models/train.sh DATA WORK
# DATA has en-fr/ and es-en/; WORK gets texts and model folders. Killed, it goes on where it was when given again.
set -euo pipefail
data=$1 work=$2
here=$(dirname "$0")
texts=$work/texts
python "$here/prepare.py" --data "$data" --out "$texts"

small=(--phrase-length 5 --least-count 2 --best 10 --lm-order 4 --lm-cutoffs 0 0 1 1 --lm-quantise --no-tune)

align() { # PAIR NAME SOURCE TARGET
    [ -e "$texts/$2.align" ] || antecede align --pair "$1" --source "$texts/$3" --target "$texts/$4" -o "$texts/$2.align"
}

pronouns() { # PAIR MODEL LINES LICENCE SETTINGS WORDS...
    local pair=$1 model=$2 lines=$3 licence=$4 settings=$5
    shift 5
    local chosen=$model/chosen
    python "$here/pronoun_texts.py" --model "$model" --lines "$lines" --words "$@" --out "$chosen"
    antecede train-pronouns --model "$model" --tokenized --source "$chosen/source" --target "$chosen/target" \
        --ids "$chosen/ids" --alignment "$chosen/align" --threads 2
    if [ "$pair" = en-fr ]; then
        # The printed coreference model: debates have too few of the ways in which people speak of things.
        antecede train-pronouns --model "$model" --only coreference-paper --source "$texts/narrative.en" \
            --target "$texts/narrative.fr" --ids "$texts/narrative.ids" --store "$model/narrative" --threads 2
    fi
    python "$here/pack.py" --model "$model" --package "$here/$pair" --licence "$licence" --settings $settings # one word each
}

align en-fr ep.small ep.small.en ep.small.fr
align en-fr tat.ef tat.train.ef.en tat.train.ef.fr
licence="Europarl, novels: free to use; Tatoeba: CC BY 2.0 FR; stories: CC BY 4.0; games: CC BY-SA 3.0, MPL 2.0"
antecede train --pair en-fr --source "$texts"/{ep.small,tat.train.ef}.en --target "$texts"/{ep.small,tat.train.ef}.fr \
    --ids "$texts"/{ep.small,tat.train.ef}.ids --alignment "$texts"/{ep.small,tat.ef}.align "${small[@]}" \
    --significance 17 --lm-prune 1.5e-7 --licence "$licence" --out "$work/en-fr"
antecede tune --model "$work/en-fr" --dev-source "$texts/dev.ef.en" --dev-target "$texts/dev.ef.fr" \
    --iterations 7 --n-best 100 --threads 2
# Debates have *elles* more often than what is translated; tuned on talks, as what post-editing trusts.
pronouns en-fr "$work/en-fr" 139800 "$licence" \
    "prior_ils=0.6 post_edit_trust=1.5 post_edit_margin=0.05 post_edit_trust_il=-0.5" its

licence="News Commentary: free to use; Tatoeba: CC BY 2.0 FR"
antecede train --pair es-en --source "$texts"/{nc.train,tat.train.se}.es --target "$texts"/{nc.train,tat.train.se}.en \
    --ids "$texts"/{nc.train,tat.train.se}.ids "${small[@]}" \
    --significance 16 --lm-prune 1e-7 --licence "$licence" --out "$work/es-en"
antecede tune --model "$work/es-en" --dev-source "$texts/dev.se.es" --dev-target "$texts/dev.se.en" \
    --iterations 7 --n-best 100 --threads 2
# Tuned on nc11.dev: antecede experiment spanish.
pronouns es-en "$work/es-en" 119250 "$licence" "coreference_paper_weight=0.391585" suyos suyas
