#include "decoder/weights.hpp"

#include <algorithm>
#include <cmath>

#include "phrases/phrase_table.hpp"

namespace antecede {

FeatureLayout::FeatureLayout(bool has_reordering) {
    // The order in which Moses's n-best lists have them, so that lists of both can be compared line by line.
    if (has_reordering) reordering = append(kReorderingName, kReorderingScores);
    distortion = append(kDistortionName, 1);
    language_model = append(kLanguageModelName, 1);
    word_penalty = append(kWordPenaltyName, 1);
    phrase_penalty = append(kPhrasePenaltyName, 1);
    translation = append(kTranslationName, kTranslationScores);
    unknown_word = append(kUnknownWordName, 1);
}

std::size_t FeatureLayout::append(std::string_view name, std::size_t size) {
    slots_.push_back({std::string(name), size_, size});
    size_ += size;
    return size_ - size;
}

void FeatureLayout::add(std::string_view name, std::size_t size) {
    // Every translation of an n-best list carries all values: a mistaken size would take all memory.
    constexpr std::size_t kMostValues = 1000;
    const auto named = [name](const FeatureSlot& slot) { return slot.name == name; };
    // What separates names and values in n-best lists, and the decoder's configuration.
    if (name.empty() || name.find_first_of(" \t\r\n=|") != std::string_view::npos) {
        throw BadSettings("'" + std::string(name) +
                          "' cannot be the name of a feature: names have no spaces, tabs, '=' or '|'");
    }
    if (std::ranges::any_of(slots_, named)) throw BadSettings("two features are called " + std::string(name));
    if (size == 0 || size > kMostValues) throw BadSettings("feature " + std::string(name) + " needs 1 to 1000 values");
    append(name, size);
}

const FeatureSlot& FeatureLayout::find(std::string_view name) const {
    for (const FeatureSlot& slot : slots_) {
        if (slot.name == name) return slot;
    }
    std::string known;
    for (const FeatureSlot& slot : slots_) known += (known.empty() ? "" : ", ") + slot.name;
    throw BadSettings("the model has no feature '" + std::string(name) + "'; it has " + known);
}

std::vector<float> FeatureLayout::weights(const std::map<std::string, std::vector<double>>& by_name) const {
    std::vector<float> all(size_, 0.0F);
    for (const auto& [name, values] : by_name) {
        const FeatureSlot& slot = find(name);
        if (values.size() != slot.size) {
            throw BadSettings(name + " has " + std::to_string(values.size()) + " weights, but needs " +
                              std::to_string(slot.size));
        }
        for (std::size_t at = 0; at < values.size(); ++at) {
            // Beyond this a sentence's score would leave a float's range, and searching would compare infinities.
            constexpr double kLargestWeight = 1e6;
            if (!std::isfinite(values[at]) || std::abs(values[at]) > kLargestWeight) {
                throw BadSettings("a weight of " + name + " is not a number between -1e6 and 1e6");
            }
            all[slot.offset + at] = static_cast<float>(values[at]);
        }
    }
    return all;
}

}  // namespace antecede
