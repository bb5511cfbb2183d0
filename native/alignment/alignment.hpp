#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace antecede {

/// A source and a target position that translate each other; ordered by source, then target.
struct Link {
    std::int32_t source = 0;
    std::int32_t target = 0;

    friend auto operator<=>(const Link&, const Link&) = default;
};

/// No sentence is longer: text files are read with lines of at most a megabyte, so of half a million tokens.
/// Without the bound a hostile position in a file would become an allocation of gigabytes.
inline constexpr std::int32_t kPositions = 1 << 20;

/// The word alignments of many sentences, in two arrays: 8 bytes a link, 8 bytes a sentence.
/// Within a sentence links are sorted and occur once. Immutable in use, so threads may share one.
class Alignments {
public:
    Alignments() : offsets_{0} {}

    std::size_t size() const noexcept { return offsets_.size() - 1; }

    /// Views into this object; valid as long as it lives.
    std::span<const Link> links() const noexcept { return links_; }
    std::span<const std::int64_t> offsets() const noexcept { return offsets_; }

    /// The links of one sentence. `sentence` is not checked.
    std::span<const Link> operator[](std::size_t sentence) const noexcept {
        const auto first = static_cast<std::size_t>(offsets_[sentence]);
        return std::span(links_).subspan(first, static_cast<std::size_t>(offsets_[sentence + 1]) - first);
    }

    /// Makes room, so that appending allocates nothing.
    void reserve(std::size_t sentences, std::size_t links);

    /// Adds a link to the sentence under way. Positions are not checked.
    void add(Link link) { links_.push_back(link); }

    /// Ends the sentence under way: sorts its links unless they are sorted, and drops repeated ones.
    void end_sentence();

    /// Gives back what `reserve` asked for too much.
    void shrink() { links_.shrink_to_fit(); }

private:
    std::vector<std::int64_t> offsets_;
    std::vector<Link> links_;
};

/// An alignment file with a fault; `line` counts from 1.
class MalformedAlignment : public std::runtime_error {
public:
    MalformedAlignment(std::size_t line, const std::string& problem) : std::runtime_error(problem), line_(line) {}

    std::size_t line() const noexcept { return line_; }

private:
    std::size_t line_;
};

/// How long the sentences of each side are; a side without lengths is not checked. Views: the caller owns the numbers.
struct Lengths {
    std::optional<std::span<const std::int32_t>> source;
    std::optional<std::span<const std::int32_t>> target;
};

/// Reads Pharaoh lines: `i-j` entries separated by spaces or tabs; an empty line is a sentence without links, and the
/// last line needs no line feed. Throws MalformedAlignment at the first entry that is not two positions within the
/// lengths. A text with more lines than the lengths is read to its end without further checks: the caller compares
/// `size()`. One pass to count, one to read; keeps nothing of `text`.
Alignments parse_pharaoh(std::string_view text, const Lengths& lengths = {});

/// The same as text: one line a sentence, each with its line feed.
std::string format_pharaoh(const Alignments& alignments);

/// Every link turned round. Linear but for the sorting within sentences.
Alignments reversed(const Alignments& alignments);

/// The sentences `first` to `last`, `last` excluded. Throws std::out_of_range unless first <= last <= size().
Alignments slice(const Alignments& alignments, std::size_t first, std::size_t last);

/// The positions that a position of one sentence is linked to, appended to `found` in ascending order.
/// `targets_of` costs a binary search; `sources_of` looks at every link of the sentence. Nothing is checked.
void targets_of(std::span<const Link> sentence, std::int32_t source, std::vector<std::int32_t>& found);
void sources_of(std::span<const Link> sentence, std::int32_t target, std::vector<std::int32_t>& found);

}  // namespace antecede
