#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "decoder/decoder.hpp"

namespace antecede {

/// The list in Moses's format, a line a translation: `number ||| words ||| Name= value value ||| score ||| i-j`. Time
/// and memory are linear in the text; a bar in a word is written `&#124;`.
std::string moses_lines(const Decoder& decoder, const Result& result, std::size_t sentence);

/// The translations of a list that may differ in what they make of the source words at `places`: the first of each set
/// of translations that are alike around them. Alike means the same target words, in the same places relative to each
/// other, from one before the first word aligned to the place or to a neighbour of it up to one after the last, and the
/// same of them aligned to `others`: all that decides which word is found there (`antecede.alignment.pronouns`).
/// Ascending; one visit of each translation's links.
std::vector<std::size_t> differing(std::span<const Translated> list, std::span<const std::size_t> places,
                                   std::span<const std::size_t> others);

}  // namespace antecede
