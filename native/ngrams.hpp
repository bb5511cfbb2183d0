#pragma once

#include <cstdint>
#include <span>

#include "vocabulary.hpp"

namespace antecede {

/// Takes the n-grams of a model, the shorter ones first.
class NGramVisitor {
public:
    virtual ~NGramVisitor() = default;

    /// `words` in the order of the text. `probability` and `backoff` are log10; the back-off of an n-gram that nothing
    /// follows is 0.
    virtual void add(std::span<const WordId> words, float probability, float backoff) = 0;
};

/// Something that has the n-grams of a model.
class NGramSource {
public:
    virtual ~NGramSource() = default;

    /// The words of the n-grams: all there once `visit` has come to the end of the single words.
    virtual const Vocabulary& vocabulary() const noexcept = 0;
    /// How many n-grams there are of each length, from 1 on.
    virtual std::span<const std::uint64_t> counts() const noexcept = 0;
    virtual void visit(NGramVisitor& visitor) = 0;
};

}  // namespace antecede
