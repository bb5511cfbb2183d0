#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "files/spill.hpp"
#include "phrases/phrase_codes.hpp"
#include "phrases/phrase_table.hpp"
#include "vocabulary/vocabulary.hpp"

namespace antecede {

/// A line that Moses's phrase and reordering tables cannot have; `line` counts from 1.
class MalformedTable : public std::runtime_error {
public:
    MalformedTable(std::size_t line, const std::string& problem) : std::runtime_error(problem), line_(line) {}

    std::size_t line() const noexcept { return line_; }

private:
    std::size_t line_;
};

/// Makes a PhraseTable from the text of Moses's tables, which may be in any order. Memory stays bounded: lines become
/// numbers in bins, on disk beyond some hundred megabytes. Used by one thread. That the text is UTF-8 and that no pair
/// comes twice is not checked.
class MosesReader {
public:
    /// `folder` is for what does not fit memory.
    explicit MosesReader(const std::filesystem::path& folder);

    /// The next part of a text, cut anywhere; `last` says that it ends here. Throws MalformedTable.
    void add_phrases(std::string_view text, bool last);
    void add_reordering(std::string_view text, bool last);

    /// Writes the table. Pairs without a line in the reordering table get zeros, as Moses gives them; without any such
    /// line the table has no reordering. Scores are kept as they are if `exact`, else rounded to one of 256 values.
    void finish(const std::filesystem::path& file, bool exact, bool counts);

private:
    /// Cuts a text into lines, whatever the parts it comes in.
    class Lines {
    public:
        void add(std::string_view text, bool last, const std::function<void(std::string_view, std::size_t)>& use);

    private:
        std::string rest_;
        std::size_t line_ = 0;
    };

    void add_pair(std::string_view line, std::size_t number);
    void add_orientations(std::string_view line, std::size_t number);
    /// The words' numbers, with the occurrences counted if `counts` is given.
    void read_phrase(std::string_view text, std::size_t line, Vocabulary& vocabulary,
                     std::vector<std::uint64_t>* counts, std::vector<WordId>& words);

    Lines phrase_lines_;
    Lines reordering_lines_;
    Vocabulary source_;
    Vocabulary target_;
    std::vector<std::uint64_t> source_counts_;
    std::vector<std::uint64_t> target_counts_;
    bool any_reordering_ = false;
    std::vector<WordId> source_words_;
    std::vector<WordId> target_words_;
    std::vector<std::byte> record_;
    Bins pairs_;
    Bins orientations_;
};

/// The text of a table as Moses's two files, in the order that Moses's tools want: that of the bytes of the lines'
/// source phrases. 16 bytes of memory a source phrase. `|` is written as Moses's tokeniser writes it, `&#124;`.
class MosesWriter {
public:
    explicit MosesWriter(PhraseTable table);

    /// The next lines, about `bytes` of them; empty at the end. `reordering` stays empty if the table has none.
    void next(std::size_t bytes, std::string& phrases, std::string& reordering);

    /// The share of the table that was written.
    double done() const noexcept;

private:
    struct Place {
        std::uint64_t key;  // the ranks of the first two words
        std::uint64_t at;
    };

    bool before(const Place& a, const Place& b) const;

    PhraseTable table_;
    std::vector<std::uint32_t> ranks_;  // of the source words, by their bytes
    std::uint32_t end_rank_ = 0;        // of `|||`, which follows a phrase's last word
    std::vector<Place> places_;
    std::size_t written_ = 0;
};

}  // namespace antecede
