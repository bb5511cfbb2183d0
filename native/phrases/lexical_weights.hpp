#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "alignment/alignment.hpp"
#include "vocabulary/numbered_text.hpp"

namespace antecede {

/// How often words are linked: w(t|s) and w(s|t) by maximum likelihood, where a word without links counts as linked to
/// no word, as in Moses. 32 to 64 bytes a pair of words that are linked; immutable after it is made, so threads may
/// share one.
class LexicalWeights {
public:
    /// No vocabulary has a word of this number: the last that it gives is one less.
    static constexpr WordId kNoWord = 0xFFFFFFFF;

    /// Links lie within the sentences; the caller checks.
    LexicalWeights(const NumberedText& source, const NumberedText& target, const Alignments& alignments);

    /// How often the two are linked; either may be kNoWord. One hash probe or two. That the words are in the
    /// vocabularies is not checked.
    std::uint32_t links(WordId source, WordId target) const noexcept;

    /// w(target | source), and w(source | target); 0 for words that were never linked.
    double target_given_source(WordId source, WordId target) const noexcept {
        return share_of_source(links(source, target), source);
    }
    double source_given_target(WordId source, WordId target) const noexcept {
        return share_of_target(links(source, target), target);
    }

    /// The same where `links` was asked already: the share of all links of a word.
    double share_of_source(std::uint32_t times, WordId source) const noexcept {
        return ratio(times, source == kNoWord ? unlinked_targets_ : source_links_[source]);
    }
    double share_of_target(std::uint32_t times, WordId target) const noexcept {
        return ratio(times, target == kNoWord ? unlinked_sources_ : target_links_[target]);
    }

private:
    struct Slot {
        std::uint64_t words;
        std::uint32_t count;
    };

    static double ratio(std::uint32_t part, std::uint64_t whole) noexcept {
        return part == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    }
    std::size_t slot_of(std::uint64_t words) const noexcept;
    void count(WordId source, WordId target);

    std::vector<Slot> slots_;  // linear probing, at most half full; a count of 0 is a free slot
    std::size_t used_ = 0;
    std::vector<std::uint64_t> source_links_;
    std::vector<std::uint64_t> target_links_;
    std::uint64_t unlinked_sources_ = 0;
    std::uint64_t unlinked_targets_ = 0;
};

}  // namespace antecede
