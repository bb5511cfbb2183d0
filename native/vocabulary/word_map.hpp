#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// Numbers of one vocabulary in another, looked up by pages when first asked for: opening a model reads no word, and
/// searching compares none. Threads may share one; two of them may make the same page, and one of the two is kept.
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

    /// kUnknown for a word that the other vocabulary has not, or that this one has not.
    WordId operator[](WordId word) const {
        const std::size_t number = word / kPageSize;
        if (number >= page_count_) return kUnknown;
        const Page* page = pages_[number].load(std::memory_order_acquire);
        if (page == nullptr) page = make(number);
        return (*page)[word % kPageSize];
    }

private:
    static constexpr std::size_t kPageSize = 512;
    using Page = std::array<WordId, kPageSize>;

    const Page* make(std::size_t number) const {
        auto page = std::make_unique<Page>();
        for (std::size_t at = 0; at < kPageSize; ++at) {
            const std::size_t word = number * kPageSize + at;
            (*page)[at] = word < from_.size() ? to_.find(from_.word(static_cast<WordId>(word))) : kUnknown;
        }
        Page* other = nullptr;
        if (pages_[number].compare_exchange_strong(other, page.get(), std::memory_order_acq_rel)) return page.release();
        return other;
    }

    MappedVocabulary from_;
    MappedVocabulary to_;
    std::unique_ptr<std::atomic<Page*>[]> pages_;
    std::size_t page_count_;
};

}  // namespace antecede
