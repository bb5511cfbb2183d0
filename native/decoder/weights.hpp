#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace antecede {

/// Weights, options or settings that the decoder cannot use; the message says which and why.
class BadSettings : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// The names Moses gives its features.
inline constexpr std::string_view kReorderingName = "LexicalReordering0";
inline constexpr std::string_view kDistortionName = "Distortion0";
inline constexpr std::string_view kLanguageModelName = "LM0";
inline constexpr std::string_view kWordPenaltyName = "WordPenalty0";
inline constexpr std::string_view kPhrasePenaltyName = "PhrasePenalty0";
inline constexpr std::string_view kTranslationName = "TranslationModel0";
inline constexpr std::string_view kUnknownWordName = "UnknownWordPenalty0";

/// What an unknown word scores, as in Moses: its floor of logarithms (LOWEST_SCORE).
inline constexpr float kUnknownWordScore = -100.0F;

/// A named group of scores and where it stands in a vector of all of them.
struct FeatureSlot {
    std::string name;
    std::size_t offset;
    std::size_t size;
};

/// Which features a decoder has and in which order their values stand: the order of Moses's n-best lists, then what is
/// added.
class FeatureLayout {
public:
    explicit FeatureLayout(bool reordering);

    /// Appends a group. Throws BadSettings if the name is taken, has spaces, '=' or '|', or if the size is not 1 to
    /// 1000.
    void add(std::string_view name, std::size_t size);

    std::span<const FeatureSlot> slots() const noexcept { return slots_; }
    std::size_t size() const noexcept { return size_; }
    /// Throws BadSettings if there is no such feature.
    const FeatureSlot& find(std::string_view name) const;

    /// One weight a value. A feature without weights gets zeros. Throws BadSettings for a feature the decoder does not
    /// have, a wrong number of weights, and weights that are not finite or beyond 1e6.
    std::vector<float> weights(const std::map<std::string, std::vector<double>>& by_name) const;

    // Where the decoder's own features stand.
    std::size_t reordering = 0;  // only if there is a reordering model
    std::size_t distortion = 0;
    std::size_t language_model = 0;
    std::size_t word_penalty = 0;
    std::size_t phrase_penalty = 0;
    std::size_t translation = 0;
    std::size_t unknown_word = 0;

private:
    std::size_t append(std::string_view name, std::size_t size);

    std::vector<FeatureSlot> slots_;
    std::size_t size_ = 0;
};

}  // namespace antecede
