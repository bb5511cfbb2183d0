#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "decoder/feature.hpp"

namespace antecede {

/// Scores how well translations of two source words go together by the attributes of the target words aligned to them:
/// a pronoun and its antecedent in the same sentence. The state remembers the class of whichever of the two was
/// translated first, and the score is given with the other.
///
/// A sentence's notes are triples: the position of one word, the position of the other, and how much the pair counts
/// (the probability that they belong together). At most kMostPairs of them, others are ignored.
class AgreementFeature final : public Feature {
public:
    /// A byte for each word of a pair.
    static constexpr std::size_t kMostPairs = kLargestFeatureState / 2;

    /// `table` has classes * classes scores: what the second word scores with the class of its column where the first
    /// has the class of its row. Attributes from `classes` on and 0 score nothing.
    /// Throws std::invalid_argument if the table has another size, a score is not finite, or classes exceed 255.
    AgreementFeature(std::string name, WordAttributes attributes, std::size_t classes, std::vector<float> table);

    std::string_view name() const noexcept override { return name_; }
    std::size_t state_size() const noexcept override { return 2 * kMostPairs; }
    std::unique_ptr<SentenceFeature> prepare(const SentenceView& sentence) const override;

private:
    class OnSentence;

    float score(std::byte first, std::byte second) const noexcept;

    std::string name_;
    WordAttributes attributes_;
    std::size_t classes_;
    std::vector<float> table_;
};

}  // namespace antecede
