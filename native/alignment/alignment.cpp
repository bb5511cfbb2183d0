#include "alignment/alignment.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace antecede {

namespace {

constexpr bool is_blank(char character) { return character == ' ' || character == '\t' || character == '\r'; }

/// An entry as it may stand in a message: no control characters, not endless.
std::string quoted(std::string_view entry) {
    constexpr std::size_t kShown = 40;
    std::string shown = "'";
    for (const char character : entry.substr(0, kShown)) {
        const auto byte = static_cast<unsigned char>(character);
        shown += byte < 0x20 || byte >= 0x7f ? '?' : character;
    }
    return shown + (entry.size() > kShown ? "...'" : "'");
}

/// A position and the rest of the entry; nothing unless the entry starts with a number that a sentence can hold.
struct Position {
    std::int32_t value;
    std::string_view rest;
};

std::optional<Position> read_position(std::string_view entry) {
    std::int32_t value = 0;
    const char* const end = entry.data() + entry.size();
    // from_chars takes a minus sign, which no position has.
    if (entry.empty() || entry.front() < '0' || entry.front() > '9') return std::nullopt;
    const auto [stop, fault] = std::from_chars(entry.data(), end, value);
    if (fault != std::errc{} || value >= kPositions) return std::nullopt;
    return Position{value, entry.substr(static_cast<std::size_t>(stop - entry.data()))};
}

Link parse_entry(std::string_view entry, std::size_t line) {
    const auto source = read_position(entry);
    if (source && source->rest.starts_with('-')) {
        const auto target = read_position(source->rest.substr(1));
        if (target && target->rest.empty()) return {source->value, target->value};
    }
    throw MalformedAlignment(line,
                             quoted(entry) + " is not a link; links are written i-j, two positions counted from 0");
}

void append_number(std::string& text, std::int32_t number) {
    std::array<char, 11> digits{};  // a sign and ten digits
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text.append(digits.data(), result.ptr);
}

void check_length(std::int32_t position, std::int32_t length, const char* side, std::string_view entry,
                  std::size_t line) {
    if (position < length) return;
    throw MalformedAlignment(line, quoted(entry) + " points past the end of the " + side + " sentence, which has " +
                                       std::to_string(length) + (length == 1 ? " token" : " tokens"));
}

}  // namespace

void Alignments::reserve(std::size_t sentences, std::size_t links) {
    offsets_.reserve(sentences + 1);
    links_.reserve(links);
}

void Alignments::end_sentence() {
    const auto first = links_.begin() + static_cast<std::ptrdiff_t>(offsets_.back());
    // Aligners write links in order, and looking costs a pass.
    if (!std::is_sorted(first, links_.end())) std::sort(first, links_.end());
    links_.erase(std::unique(first, links_.end()), links_.end());
    offsets_.push_back(static_cast<std::int64_t>(links_.size()));
}

Alignments parse_pharaoh(std::string_view text, const Lengths& lengths) {
    Alignments alignments;
    const auto count = [text](char character) {
        return static_cast<std::size_t>(std::count(text.begin(), text.end(), character));
    };
    // A link has a dash, so these are upper bounds; counting costs far less than growing the arrays.
    alignments.reserve(count('\n') + 1, count('-'));
    const auto length_of = [](const auto& side, std::size_t sentence) {
        // Beyond the lengths nothing is checked: the caller reports the different sizes better than a bad link would.
        return side && sentence < side->size() ? (*side)[sentence] : kPositions;
    };
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t line_end = std::min(text.find('\n'), text.size());
        std::string_view rest = text.substr(0, line_end);
        text.remove_prefix(std::min(line_end + 1, text.size()));
        const std::int32_t source_length = length_of(lengths.source, line - 1);
        const std::int32_t target_length = length_of(lengths.target, line - 1);
        while (true) {
            const auto start = std::find_if_not(rest.begin(), rest.end(), is_blank);
            if (start == rest.end()) break;
            const auto end = std::find_if(start, rest.end(), is_blank);
            const std::string_view entry(start, end);
            rest = std::string_view(end, rest.end());
            const Link link = parse_entry(entry, line);
            check_length(link.source, source_length, "source", entry, line);
            check_length(link.target, target_length, "target", entry, line);
            alignments.add(link);
        }
        alignments.end_sentence();
    }
    return alignments;
}

std::string format_pharaoh(const Alignments& alignments) {
    std::string text;
    // Positions have two digits at most in nearly all sentences: six bytes a link, the space or line feed included.
    text.reserve(alignments.size() + alignments.links().size() * 6);
    for (std::size_t sentence = 0; sentence < alignments.size(); ++sentence) {
        bool first = true;
        for (const Link link : alignments[sentence]) {
            if (!first) text += ' ';
            append_number(text, link.source);
            text += '-';
            append_number(text, link.target);
            first = false;
        }
        text += '\n';
    }
    return text;
}

Alignments reversed(const Alignments& alignments) {
    Alignments turned;
    turned.reserve(alignments.size(), alignments.links().size());
    for (std::size_t sentence = 0; sentence < alignments.size(); ++sentence) {
        for (const Link link : alignments[sentence]) turned.add({link.target, link.source});
        turned.end_sentence();
    }
    return turned;
}

Alignments slice(const Alignments& alignments, std::size_t first, std::size_t last) {
    if (first > last || last > alignments.size()) throw std::out_of_range("the slice lies outside the alignments");
    const auto offsets = alignments.offsets();
    Alignments part;
    part.reserve(last - first, static_cast<std::size_t>(offsets[last] - offsets[first]));
    for (std::size_t sentence = first; sentence < last; ++sentence) {
        for (const Link link : alignments[sentence]) part.add(link);
        part.end_sentence();
    }
    return part;
}

void targets_of(std::span<const Link> sentence, std::int32_t source, std::vector<std::int32_t>& found) {
    // Links are sorted by source, then target: those of a source word stand together, in the order wanted.
    auto link = std::lower_bound(sentence.begin(), sentence.end(), Link{source, 0});
    for (; link != sentence.end() && link->source == source; ++link) found.push_back(link->target);
}

void sources_of(std::span<const Link> sentence, std::int32_t target, std::vector<std::int32_t>& found) {
    for (const Link link : sentence) {
        if (link.target == target) found.push_back(link.source);
    }
}

}  // namespace antecede
