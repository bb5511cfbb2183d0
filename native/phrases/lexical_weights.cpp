#include "phrases/lexical_weights.hpp"

#include "base/hash.hpp"

namespace antecede {

namespace {

/// Both numbers, exactly: unlike hashes of phrases, keys of words never collide.
std::uint64_t key_of(WordId source, WordId target) noexcept {
    return static_cast<std::uint64_t>(source) << 32 | target;
}

}  // namespace

LexicalWeights::LexicalWeights(const NumberedText& source, const NumberedText& target, const Alignments& alignments)
    : slots_(std::size_t{1} << 16), source_links_(source.vocabulary.size()), target_links_(target.vocabulary.size()) {
    std::vector<bool> linked_source;
    std::vector<bool> linked_target;
    for (std::size_t sentence = 0; sentence < alignments.size(); ++sentence) {
        const auto source_words = source[sentence];
        const auto target_words = target[sentence];
        linked_source.assign(source_words.size(), false);
        linked_target.assign(target_words.size(), false);
        for (const Link link : alignments[sentence]) {
            const auto from = static_cast<std::size_t>(link.source);
            const auto to = static_cast<std::size_t>(link.target);
            linked_source[from] = linked_target[to] = true;
            count(source_words[from], target_words[to]);
        }
        // Words without links count too: how likely a word is to have no counterpart is a probability like the others.
        for (std::size_t at = 0; at < source_words.size(); ++at) {
            if (!linked_source[at]) count(source_words[at], kNoWord);
        }
        for (std::size_t at = 0; at < target_words.size(); ++at) {
            if (!linked_target[at]) count(kNoWord, target_words[at]);
        }
    }
}

std::size_t LexicalWeights::slot_of(std::uint64_t words) const noexcept {
    const std::size_t last = slots_.size() - 1;
    // Mixed, since the lower bits of the two numbers are those of frequent words and would crowd few slots.
    std::size_t at = static_cast<std::size_t>(mix(words)) & last;
    while (slots_[at].count != 0 && slots_[at].words != words) at = (at + 1) & last;
    return at;
}

void LexicalWeights::count(WordId source, WordId target) {
    Slot& slot = slots_[slot_of(key_of(source, target))];
    if (slot.count == 0) ++used_;
    slot.words = key_of(source, target);
    ++slot.count;
    ++(source == kNoWord ? unlinked_targets_ : source_links_[source]);
    ++(target == kNoWord ? unlinked_sources_ : target_links_[target]);
    // After the entry is in: growing moves it with the others.
    if (used_ * 2 <= slots_.size()) return;
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& kept : old) {
        if (kept.count != 0) slots_[slot_of(kept.words)] = kept;
    }
}

std::uint32_t LexicalWeights::links(WordId source, WordId target) const noexcept {
    return slots_[slot_of(key_of(source, target))].count;
}

}  // namespace antecede
