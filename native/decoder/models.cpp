#include "decoder/models.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace antecede {

Models::Models(PhraseTable phrase_table, const LanguageModel& lm, std::shared_ptr<const BackoffTable> back_off,
               std::vector<std::pair<std::string, std::size_t>> option_features,
               std::vector<std::shared_ptr<const Feature>> feature_functions)
    : phrases(std::move(phrase_table)),
      language_model(lm),
      target_to_lm(phrases.target_vocabulary(), language_model.vocabulary()),
      backoff(std::move(back_off)),
      features(std::move(feature_functions)),
      layout(phrases.has_reordering()),
      given_features{std::string(kTranslationName), std::string(kUnknownWordName)} {
    const auto add = [this](std::string_view name, std::size_t size) {
        layout.add(name, size);
        return layout.size() - size;
    };
    if (backoff) {
        backoff_offset = add(backoff->feature, backoff->scores);
        given_features.push_back(backoff->feature);
        for (const auto& [word, entries] : backoff->entries) {
            for (const BackoffTable::Entry& entry : entries) {
                const auto finite = [](double score) { return std::isfinite(score); };
                if (entry.scores.size() != backoff->scores || !std::ranges::all_of(entry.scores, finite)) {
                    throw BadSettings("the back-off table's entry for '" + word + "' needs " +
                                      std::to_string(backoff->scores) + " finite scores");
                }
            }
        }
    }
    for (const auto& [name, size] : option_features) {
        add(name, size);
        given_features.push_back(name);
    }
    // Each feature's values stand where it was added, and n-best lists have them in that order.
    for (const auto& feature : features) {
        if (!feature) throw BadSettings("a feature function is missing");
        if (feature->state_size() > kLargestFeatureState) {
            throw BadSettings("the state of feature " + std::string(feature->name()) + " is too large");
        }
        feature_offsets.push_back(add(feature->name(), feature->values()));
        state_offsets.push_back(state_size);
        state_size += (feature->state_size() + 7) / 8 * 8;  // whole words: hashing takes eight bytes a step
    }
}

Task::Task(std::shared_ptr<const Models> all_models, const NamedValues& weights_by_name, const DecoderSettings& how)
    : models(std::move(all_models)), settings(how), weights(models->layout.weights(weights_by_name)) {
    // About a gigabyte of hypotheses for each stack: more must be a mistake.
    constexpr std::size_t kMost = std::size_t{1} << 24;
    if (settings.pop_limit == 0 || settings.pop_limit > kMost) {
        throw BadSettings("the pop limit must be between 1 and " + std::to_string(kMost));
    }
    if (settings.stack_size > kMost) throw BadSettings("the stack size must be at most " + std::to_string(kMost));
    if (settings.distortion_limit < -1) throw BadSettings("the distortion limit must be -1 (none) or more");
    if (!(settings.beam >= 0.0F) || !std::isfinite(settings.beam))
        throw BadSettings("the beam must be 0 (none) or more");
    if (!(settings.lookahead >= 0.0F) || !std::isfinite(settings.lookahead)) {
        throw BadSettings("the lookahead must be 0 or more");
    }
    if (settings.table_limit == 0 || settings.table_limit > kMostTranslations) settings.table_limit = kMostTranslations;
    const FeatureLayout& layout = models->layout;
    // Weights are those of Moses, whose features are natural logarithms; the language model works with log10.
    lm_weight = weights[layout.language_model] * std::numbers::ln10_v<float>;
    distortion_weight = weights[layout.distortion];
    reordering_weights.fill(0.0F);
    if (models->phrases.has_reordering()) {
        std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>(layout.reordering), kReorderingScores,
                    reordering_weights.begin());
    }
}

}  // namespace antecede
