#include "vocabulary.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "hash.hpp"

namespace antecede {

namespace {

constexpr WordId kNone = std::numeric_limits<WordId>::max();
constexpr std::size_t kBlock = 1 << 18;
constexpr std::size_t kFirstSlots = 1 << 10;

std::uint32_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash >> 32); }

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
    if (words_.size() == kNone) throw std::length_error("a vocabulary holds no more words");
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
    std::vector<std::uint64_t> starts{0};
    starts.reserve(words_.size() + 1);
    for (const std::string_view word : words_) starts.push_back(starts.back() + word.size());
    file.begin_section();
    file.write_array(std::span<const std::uint64_t>(starts));
    file.begin_section();
    for (const std::string_view word : words_) file.write_array(std::span<const char>(word));
    // The same slots as ours, without the tags: half the size, and a look at the text is what a mapped word costs.
    std::vector<WordId> ids;
    ids.reserve(table_.size());
    for (const Slot& slot : table_) ids.push_back(slot.id);
    file.begin_section();
    file.write_array(std::span<const WordId>(ids));
}

MappedVocabulary::MappedVocabulary(const ModelFile& file, std::size_t first)
    : file_(file),
      starts_(file.array<std::uint64_t>(first)),
      text_(file.array<char>(first + 1)),
      table_(file.array<WordId>(first + 2)) {
    // A word's number is below the table's size, which is what bounds them all.
    if (starts_.size() <= kFirstWord || !std::has_single_bit(table_.size()) || starts_.size() - 1 >= table_.size()) {
        file.damaged("its vocabulary is damaged");
    }
}

WordId MappedVocabulary::find(std::string_view word) const noexcept {
    const std::size_t last = table_.size() - 1;
    const auto start = static_cast<std::size_t>(hash_of(word));
    // Bounded, since in a damaged file no slot may be free.
    for (std::size_t step = 0; step <= last; ++step) {
        const WordId id = table_[(start + step) & last];
        if (id == kNone) return kUnknown;
        if (id < size() && this->word(id) == word) return id;
    }
    return kUnknown;
}

std::string_view MappedVocabulary::word(WordId id) const noexcept {
    if (id >= size()) return {};
    const std::uint64_t start = starts_[id];
    const std::uint64_t end = starts_[id + std::size_t{1}];
    if (start > end || end > text_.size()) return {};
    return {text_.data() + start, static_cast<std::size_t>(end - start)};
}

}  // namespace antecede
