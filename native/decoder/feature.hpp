#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alignment/alignment.hpp"
#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// A feature's state may have no more bytes, a cache line: every hypothesis that is tried carries one, and comparing
/// two reads both.
inline constexpr std::size_t kLargestFeatureState = 64;

/// What is known about target words (gender, number, person ...), as small numbers that features agree upon, 0 for
/// "nothing". Indexed by the target vocabulary's numbers; words that only a sentence has (unknown ones, given ones)
/// have larger numbers and so the attribute 0. 2 bytes a word.
class WordAttributes {
public:
    WordAttributes() = default;
    explicit WordAttributes(std::vector<std::uint16_t> values) : values_(std::move(values)) {}

    std::uint16_t operator[](WordId word) const noexcept { return word < values_.size() ? values_[word] : 0; }
    std::size_t size() const noexcept { return values_.size(); }

private:
    std::vector<std::uint16_t> values_;
};

/// A sentence as a feature sees it. Views are valid while the sentence is translated.
struct SentenceView {
    std::span<const std::string> words;
    /// What the caller passed for this feature and sentence; the feature's documentation says what the numbers mean.
    std::span<const double> notes;
};

/// A translation of the source words `first` to `last`, both included.
struct OptionView {
    std::size_t first;
    std::size_t last;
    /// Numbers of the target vocabulary; those from its size on are words of this sentence only.
    std::span<const WordId> target;
    /// Within the phrase: source positions count from `first`, target positions from the phrase's first word.
    std::span<const Link> alignment;
};

/// Where a hypothesis stands when an option extends it.
struct ExtensionContext {
    std::size_t covered;  // source words translated before
    bool complete;        // whether nothing is left to translate afterwards
};

/// A feature's work on one sentence: made by `Feature::prepare`, used by one thread, dropped with the sentence.
/// All of it is called in the innermost loop: no allocation, no lock.
class SentenceFeature {
public:
    virtual ~SentenceFeature() = default;

    /// The state before the first phrase; arrives filled with zeros.
    virtual void start(std::span<std::byte> /*state*/) noexcept {}

    /// What the option will score as far as that can be known without its context: adds to `scores` (zeros). Enters
    /// the future cost and the order in which options are tried, never a hypothesis's score.
    virtual void estimate(const OptionView& /*option*/, std::span<float> /*scores*/) noexcept {}

    /// Whether estimates for the words `first` to `last`, both included, differ so much between translations that one
    /// may be good which is not among the best without them: more are then looked at before the table limit is applied.
    virtual bool chooses(std::size_t /*first*/, std::size_t /*last*/) const noexcept { return false; }

    /// What the option scores after a hypothesis with the state `before`: adds to `scores` (zeros), and writes all of
    /// `after`. The same arguments must give the same answer: hypotheses with states of the same bytes are taken for
    /// one, and n-best lists ask again.
    virtual void extend(std::span<const std::byte> before, const ExtensionContext& context, const OptionView& option,
                        std::span<std::byte> after, std::span<float> scores) noexcept = 0;
};

/// A feature function with a state: what it scores may depend on what the hypothesis did before. The decoder's own
/// features are not of this kind, so that what every hypothesis needs costs no virtual call.
/// Immutable once a decoder has it, so threads may share one.
class Feature {
public:
    virtual ~Feature() = default;

    /// As the weights and n-best lists call it.
    virtual std::string_view name() const noexcept = 0;
    virtual std::size_t values() const noexcept { return 1; }
    /// Bytes of a state, at most kLargestFeatureState.
    virtual std::size_t state_size() const noexcept { return 0; }

    /// Nothing if the feature has nothing to say about the sentence: it then scores 0 and costs nothing.
    virtual std::unique_ptr<SentenceFeature> prepare(const SentenceView& sentence) const = 0;
};

}  // namespace antecede
