#include "vocabulary/vocabulary.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "base/hash.hpp"

namespace antecede {

namespace {

constexpr WordId kNone = std::numeric_limits<WordId>::max();
// Text of some tens of thousands of words: few allocations, and little to waste in the last block.
constexpr std::size_t kBlock = 1 << 18;
constexpr std::size_t kFirstSlots = 1 << 10;

std::uint32_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash >> 32); }

/// Where a search for the hash starts, of `slots` places: the upper half of a product scales the hash to any number of
/// slots without a division. Files depend on it.
std::size_t place_of(std::uint64_t hash, std::size_t slots) noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>((Wide{hash} * slots) >> 64);
}

}  // namespace

Vocabulary::Vocabulary() : table_(kFirstSlots, Slot{0, kNone}) {
    add("<unk>");
    add("<s>");
    add("</s>");
}

std::size_t Vocabulary::slot_of(std::string_view word, std::uint64_t hash) const noexcept {
    const std::size_t last = table_.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash) & last;
    while (table_[at].id != kNone && !(table_[at].tag == tag_of(hash) && words_[table_[at].id] == word)) {
        at = (at + 1) & last;
    }
    return at;
}

WordId Vocabulary::add(std::string_view word) {
    const std::uint64_t hash = hash_of(word);
    Slot& slot = table_[slot_of(word, hash)];
    if (slot.id != kNone) return slot.id;
    if (words_.size() == kNone) throw std::length_error("a vocabulary holds at most 4294967295 words");
    const auto id = static_cast<WordId>(words_.size());
    words_.push_back(keep(word));
    slot = {tag_of(hash), id};
    if (words_.size() * 2 > table_.size()) grow();
    return id;
}

WordId Vocabulary::find(std::string_view word) const noexcept {
    const WordId id = table_[slot_of(word, hash_of(word))].id;
    return id == kNone ? kUnknown : id;
}

std::string_view Vocabulary::keep(std::string_view word) {
    if (word.size() > left_) {
        left_ = std::max(kBlock, word.size());
        blocks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
        free_ = blocks_.back().get();
    }
    std::ranges::copy(word, free_);
    const std::string_view kept(free_, word.size());
    free_ += word.size();
    left_ -= word.size();
    return kept;
}

void Vocabulary::grow() {
    table_.assign(table_.size() * 2, Slot{0, kNone});
    for (std::size_t id = 0; id < words_.size(); ++id) {
        const std::uint64_t hash = hash_of(words_[id]);
        std::size_t at = static_cast<std::size_t>(hash) & (table_.size() - 1);
        while (table_[at].id != kNone) at = (at + 1) & (table_.size() - 1);
        table_[at] = {tag_of(hash), static_cast<WordId>(id)};
    }
}

void Vocabulary::write(ModelFileWriter& file) const {
    std::vector<std::uint32_t> starts{0};
    starts.reserve(words_.size() + 1);
    for (const std::string_view word : words_) {
        if (word.size() > std::numeric_limits<std::uint32_t>::max() - starts.back()) {
            throw std::length_error("the words of a vocabulary take more than 4 GiB");
        }
        starts.push_back(starts.back() + static_cast<std::uint32_t>(word.size()));
    }
    file.begin_section();
    file.write_array(std::span<const std::uint32_t>(starts));
    file.begin_section();
    for (const std::string_view word : words_) file.write_array(std::span<const char>(word));
    // Three quarters full: a search for a word that is there looks at 2.5 slots on average. <unk> has no slot, since
    // its number marks free ones; looking for it gives that number, as for any missing word.
    std::vector<WordId> slots(words_.size() + words_.size() / 3 + 1, kUnknown);
    for (std::size_t id = kUnknown + 1; id < words_.size(); ++id) {
        std::size_t at = place_of(hash_of(words_[id]), slots.size());
        while (slots[at] != kUnknown) at = at + 1 == slots.size() ? 0 : at + 1;
        slots[at] = static_cast<WordId>(id);
    }
    file.begin_section();
    file.write_array(std::span<const WordId>(slots));
}

MappedVocabulary::MappedVocabulary(const ModelFile& file, std::size_t first, VocabularyForm form)
    : file_(file), text_(file.array<char>(first + 1)) {
    bool sound = false;
    if (form == VocabularyForm::kCompact) {
        starts_ = file.array<std::uint32_t>(first);
        table_ = file.array<WordId>(first + 2);
        size_ = starts_.empty() ? 0 : starts_.size() - 1;
        sound = table_.size() > size_;
    } else {
        loose_starts_ = file.array<std::uint64_t>(first);
        loose_table_ = file.array<LooseSlot>(first + 2);
        size_ = loose_starts_.empty() ? 0 : loose_starts_.size() - 1;
        sound = std::has_single_bit(loose_table_.size()) && loose_table_.size() > size_;
    }
    // A word's number is below the table's size, which is what bounds them all.
    if (!sound || size_ < kFirstWord) file.damaged("its vocabulary is damaged");
}

WordId MappedVocabulary::find(std::string_view word) const noexcept {
    if (table_.empty()) return find_loose(word);
    std::size_t at = place_of(hash_of(word), table_.size());
    // Bounded, since in a damaged file no slot may be free.
    for (std::size_t step = 0; step < table_.size(); ++step) {
        const WordId id = table_[at];
        if (id == kUnknown) return kUnknown;
        if (id < size_ && this->word(id) == word) return id;
        at = at + 1 == table_.size() ? 0 : at + 1;
    }
    return kUnknown;
}

WordId MappedVocabulary::find_loose(std::string_view word) const noexcept {
    const std::size_t last = loose_table_.size() - 1;
    const std::uint64_t hash = hash_of(word);
    for (std::size_t step = 0; step <= last; ++step) {
        const LooseSlot& slot = loose_table_[(static_cast<std::size_t>(hash) + step) & last];
        if (slot.id == kNone) return kUnknown;
        // 64 equal bits are taken for the word; its text is not compared.
        if (slot.low == static_cast<std::uint32_t>(hash) && slot.high == tag_of(hash)) {
            return slot.id < size() ? slot.id : kUnknown;
        }
    }
    return kUnknown;
}

std::string_view MappedVocabulary::word(WordId id) const noexcept {
    if (id >= size_) return {};
    const std::uint64_t start = starts_.empty() ? loose_starts_[id] : starts_[id];
    const std::uint64_t end = starts_.empty() ? loose_starts_[id + std::size_t{1}] : starts_[id + std::size_t{1}];
    if (start > end || end > text_.size()) return {};
    return {text_.data() + start, static_cast<std::size_t>(end - start)};
}

}  // namespace antecede
