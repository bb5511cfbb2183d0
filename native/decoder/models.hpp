#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "decoder/feature.hpp"
#include "decoder/request.hpp"
#include "decoder/weights.hpp"
#include "language_model/language_model.hpp"
#include "phrases/phrase_table.hpp"
#include "vocabulary/word_map.hpp"

namespace antecede {

/// No sentence may have more words: positions are kept in 16 bits with a sign (32,767), and a search's memory grows
/// with the sentence.
inline constexpr std::size_t kLongestSentence = 10'000;
/// A search looks no further than this beyond the first word that is not translated yet: the bits of Coverage's window.
/// A distortion limit that allows more, or none at all, is bounded by it.
inline constexpr std::size_t kWindow = 64;

/// No list of translations of a source phrase is longer, and no sentence has more given options: together they still
/// have ranks of 16 bits.
inline constexpr std::size_t kMostTranslations = 30'000;

/// How to search.
struct DecoderSettings {
    /// Hypotheses taken off the queue for each stack. Time is nearly linear in it; docs/engine.md has speeds and model
    /// scores for several.
    std::size_t pop_limit = 180;
    /// Hypotheses kept in each stack; 0 for as many as were taken.
    std::size_t stack_size = 0;
    /// Translations tried for each source phrase, the best by weights and language model; 0 for all (up to
    /// kMostTranslations). 20 is Moses's default, as is the distortion limit of 6.
    std::size_t table_limit = 20;
    /// How many words a step may jump; -1 for any number.
    int distortion_limit = 6;
    /// A hypothesis whose score lies this much below its stack's best is dropped; 0 keeps all.
    float beam = 0.0F;
    /// How much better than its estimate a translation is expected to score in its context, in units of the weighted
    /// language model's logarithm: larger tries more before it decides.
    float lookahead = 0.0F;
};

/// Everything a decoder reads and never changes; decoders with different weights, and threads, share one.
struct Models {
    /// `option_features` are scored by given options alone: name and number of values.
    Models(PhraseTable phrase_table, const LanguageModel& lm, std::shared_ptr<const BackoffTable> back_off,
           std::vector<std::pair<std::string, std::size_t>> option_features,
           std::vector<std::shared_ptr<const Feature>> feature_functions);

    PhraseTable phrases;
    LanguageModel language_model;
    WordMap target_to_lm;
    std::shared_ptr<const BackoffTable> backoff;
    std::vector<std::shared_ptr<const Feature>> features;
    FeatureLayout layout;
    std::size_t backoff_offset = 0;            // of its values in the layout
    std::vector<std::size_t> feature_offsets;  // of each feature function's values
    std::vector<std::size_t> state_offsets;    // of each feature function's bytes in a hypothesis's state
    std::size_t state_size = 0;                // all of them
    std::vector<std::string> given_features;   // what given options may score
};

/// Models with weights and settings: all that a search depends on beside the sentence. Immutable.
struct Task {
    /// Throws BadSettings.
    Task(std::shared_ptr<const Models> all_models, const NamedValues& weights_by_name, const DecoderSettings& how);

    std::shared_ptr<const Models> models;
    DecoderSettings settings;
    std::vector<float> weights;
    float lm_weight;  // of log10 probabilities
    float distortion_weight;
    std::array<float, kReorderingScores> reordering_weights;  // zeros if there is no reordering model
};

}  // namespace antecede
