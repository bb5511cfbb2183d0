#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "decoder/feature.hpp"

namespace antecede {

/// Scores how pronouns of the source are translated: how likely each class of target words is for each of them. The
/// class of an option for a pronoun is that of the first target word aligned to it that has one; class 0 stands for
/// none. Needs no context, so that estimates are exact: future costs and the order of options include all of it.
///
/// A sentence's notes are, for each pronoun, its position and then one score a class, that of class 0 first. Pronouns
/// with a position outside the sentence or a score that is not finite or beyond 1e6 are ignored.
class ChoiceFeature final : public Feature {
public:
    /// Attributes from `classes` on count as 0. Throws std::invalid_argument if there are not 1 to 65535 classes.
    ChoiceFeature(std::string name, WordAttributes attributes, std::size_t classes);

    std::string_view name() const noexcept override { return name_; }
    std::unique_ptr<SentenceFeature> prepare(const SentenceView& sentence) const override;

private:
    class OnSentence;

    std::string name_;
    WordAttributes attributes_;
    std::size_t classes_;
};

}  // namespace antecede
