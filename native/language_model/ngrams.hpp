#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// Stands for the logarithm of zero, as in SRILM: unlike infinity it can be added and subtracted.
inline constexpr float kLogZero = -99;

/// An n-gram that came before; it was noticed when `age` more had come after it, at most kOldest: as many as a builder
/// keeps waiting. A reader remembers that many lines to name the right one.
class RepeatedNGram : public std::invalid_argument {
public:
    static constexpr std::size_t kOldest = 31;

    explicit RepeatedNGram(std::size_t age) : std::invalid_argument("the same n-gram appears twice"), age_(age) {}

    std::size_t age() const noexcept { return age_; }

private:
    std::size_t age_;
};

/// Takes the n-grams of a model, the shorter ones first. Called by one thread.
class NGramVisitor {
public:
    virtual ~NGramVisitor() = default;

    /// `words` in the order of the text. `probability` and `backoff` are log10; the back-off of an n-gram that nothing
    /// follows is 0.
    /// May throw RepeatedNGram.
    virtual void add(std::span<const WordId> words, float probability, float backoff) = 0;
    /// Called once, after the last n-gram.
    virtual void finish() = 0;
};

/// Something that has the n-grams of a model and can pass all of them to a visitor, in whatever memory it needs.
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
