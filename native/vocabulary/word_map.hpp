#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// Numbers of one vocabulary in another, looked up by pages when first asked for: opening a model reads no word, and
/// searching compares none. 4 bytes a word of the pages that were asked for. Threads may share one; two of them may
/// make the same page, and one of the two is kept.
class WordMap {
public:
    /// The vocabularies' files stay mapped as long as this object lives.
    WordMap(const MappedVocabulary& from, const MappedVocabulary& to)
        : from_(from),
          to_(to),
          pages_(std::make_unique<std::atomic<Page*>[]>(from.size() / kPageSize + 1)),
          page_count_(from.size() / kPageSize + 1) {}

    ~WordMap() {
        for (std::size_t page = 0; page < page_count_; ++page) delete pages_[page].load(std::memory_order_relaxed);
    }

    WordMap(const WordMap&) = delete;
    WordMap& operator=(const WordMap&) = delete;

    /// kUnknown for a word that either vocabulary does not have. Two loads, but for the first word of a page.
    WordId operator[](WordId word) const {
        const std::size_t number = word / kPageSize;
        if (number >= page_count_) return kUnknown;
        const Page* page = pages_[number].load(std::memory_order_acquire);
        if (page == nullptr) page = make(number);
        return (*page)[word % kPageSize];
    }

private:
    // Phrase tables number the most frequent words first: a few pages serve nearly all of a text, and a page is made in
    // the time of 512 look-ups.
    static constexpr std::size_t kPageSize = 512;
    using Page = std::array<WordId, kPageSize>;

    const Page* make(std::size_t number) const {
        auto page = std::make_unique<Page>();
        for (std::size_t at = 0; at < kPageSize; ++at) {
            const std::size_t word = number * kPageSize + at;
            (*page)[at] = word < from_.size() ? to_.find(from_.word(static_cast<WordId>(word))) : kUnknown;
        }
        // Release, so that a thread that sees the pointer sees the page's contents; acquire for the loser of a race.
        Page* other = nullptr;
        if (pages_[number].compare_exchange_strong(other, page.get(), std::memory_order_acq_rel)) return page.release();
        return other;
    }

    MappedVocabulary from_;
    MappedVocabulary to_;
    // Each owns its page: there is no atomic unique_ptr.
    std::unique_ptr<std::atomic<Page*>[]> pages_;
    std::size_t page_count_;
};

}  // namespace antecede
