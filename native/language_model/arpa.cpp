#include "language_model/arpa.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>

#include "files/output_file.hpp"
#include "language_model/language_model.hpp"

namespace antecede {

namespace {

std::string_view trimmed(std::string_view line) noexcept {
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    return line;
}

/// A piece of the file for a message: short, whatever the file.
std::string quoted(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    if (text.size() <= kLongest) return "'" + std::string(text) + "'";
    // Not in the middle of a character.
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
    return "'" + std::string(text.substr(0, end)) + "...'";
}

/// Lines of an ARPA file, gathered from n-grams.
class ArpaWriter final : public NGramVisitor {
public:
    ArpaWriter(const NGramSource& source, OutputFile& out) : source_(source), out_(out) {
        const auto counts = source.counts();
        std::string head = "\\data\\\n";
        for (std::size_t order = 1; order <= counts.size(); ++order) {
            head += "ngram " + std::to_string(order) + "=" + std::to_string(counts[order - 1]) + "\n";
        }
        out_.write(head);
    }

    void add(std::span<const WordId> words, float probability, float backoff) override {
        while (order_ < words.size()) begin_next();
        std::size_t needed = 2 * kLongestNumber + words.size() + 2;
        for (const WordId word : words) needed += source_.vocabulary().word(word).size();
        char* at = room(needed);
        at = put(at, probability);
        *at++ = '\t';
        for (const WordId word : words) {
            const std::string_view text = source_.vocabulary().word(word);
            at = std::copy(text.begin(), text.end(), at);
            *at++ = ' ';
        }
        if (words.size() < source_.counts().size()) {
            at[-1] = '\t';
            at = put(at, backoff);
            *at++ = '\n';
        } else {
            at[-1] = '\n';
        }
        used_ = static_cast<std::size_t>(at - buffer_.data());
    }

    void finish() override {
        while (order_ < source_.counts().size()) begin_next();
        flush();
        out_.write("\n\\end\\\n");
        out_.finish();
    }

private:
    // The shortest form of a float that reads back the same has at most 15 characters (-1.17549435e-38).
    static constexpr std::size_t kLongestNumber = 24;
    static constexpr std::size_t kBuffer = std::size_t{1} << 18;

    void begin_next() {
        flush();
        ++order_;
        out_.write("\n\\" + std::to_string(order_) + "-grams:\n");
    }

    void flush() {
        out_.write(std::string_view(buffer_.data(), used_));
        used_ = 0;
    }

    char* room(std::size_t needed) {
        if (buffer_.size() - used_ < needed) {
            flush();
            if (buffer_.size() < needed) buffer_.resize(needed);
        }
        return buffer_.data() + used_;
    }

    static char* put(char* at, float number) {
        // Not "-0", which reads back the same and looks like an error.
        return std::to_chars(at, at + kLongestNumber, number == 0 ? 0.0F : number).ptr;
    }

    const NGramSource& source_;
    OutputFile& out_;
    std::vector<char> buffer_ = std::vector<char>(kBuffer);
    std::size_t used_ = 0;
    std::size_t order_ = 0;
};

}  // namespace

ArpaReader::ArpaReader(const std::filesystem::path& file) : lines_(file) {
    std::string_view line;
    do {
        if (!lines_.next(line)) throw MalformedText(file, lines_.line() + 1, "no \\data\\ line; is this an ARPA file?");
    } while (trimmed(line) != "\\data\\");
    while (next_line(line) && line.starts_with("ngram ")) {
        const std::string_view rest = trimmed(line.substr(6));
        const char* const end = rest.data() + rest.size();
        std::size_t order = 0;
        std::uint64_t count = 0;
        const auto [equals, fault] = std::from_chars(rest.data(), end, order);
        if (fault != std::errc() || equals == end || *equals != '=') lines_.malformed("should be 'ngram N=COUNT'");
        const char* const start = std::find_if_not(equals + 1, end, is_blank);
        const auto [after, problem] = std::from_chars(start, end, count);
        if (problem != std::errc() || after != end) lines_.malformed("should be 'ngram N=COUNT'");
        if (order != counts_.size() + 1) lines_.malformed("orders should ascend from 1, one per line");
        if (order > kHighestOrder) {
            lines_.malformed("orders above " + std::to_string(kHighestOrder) + " are not supported");
        }
        // A number, a word and two separators an n-gram at least: a false count must not become a huge allocation.
        if (lines_.size() > 0 && count > lines_.size() / (2 * order + 1)) {
            lines_.malformed("declares " + std::to_string(count) + " n-grams, but the file is too small for them");
        }
        counts_.push_back(count);
    }
    if (counts_.empty()) lines_.malformed("no 'ngram 1=COUNT' after \\data\\");
    if (line != "\\1-grams:") lines_.malformed("should be \\1-grams:, not " + quoted(line));
}

bool ArpaReader::next_line(std::string_view& line) {
    do {
        if (!lines_.next(line)) {
            line = {};
            return false;
        }
        line = trimmed(line);
    } while (line.empty());
    return true;
}

void ArpaReader::visit(NGramVisitor& visitor) {
    try {
        for (std::size_t order = 1; order <= counts_.size(); ++order) read_section(order, visitor);
        visitor.finish();
    } catch (const RepeatedNGram& fault) {
        throw MalformedText(lines_.file(), recent_[(read_ - 1 - fault.age()) % recent_.size()], fault.what());
    }
}

void ArpaReader::read_section(std::size_t order, NGramVisitor& visitor) {
    std::string_view line;
    std::uint64_t read = 0;
    const std::string expected = std::to_string(counts_[order - 1]) + " n-grams of order " + std::to_string(order);
    while (next_line(line) && !line.starts_with('\\')) {
        if (++read > counts_[order - 1]) lines_.malformed("there should be only " + expected);
        read_ngram(order, line, visitor);
    }
    // A word may start with a backslash, but a line starts with a number.
    const std::string next = order == counts_.size() ? "\\end\\" : "\\" + std::to_string(order + 1) + "-grams:";
    if (line.empty()) lines_.malformed("the file ends before " + next + "; is it whole?");
    if (line != next) lines_.malformed("should be " + next + ", not " + quoted(line));
    if (read < counts_[order - 1]) {
        lines_.malformed("there should be " + expected + ", but there are " + std::to_string(read));
    }
}

float ArpaReader::read_number(std::string_view field) const {
    std::string_view digits = field;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    float value = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (fault == std::errc::result_out_of_range && end == digits.data() + digits.size()) {
        // Too small for a float is as good as zero; too large can only be an attempt at minus infinity.
        return digits.find("e-") != std::string_view::npos || digits.find("E-") != std::string_view::npos ? 0
                                                                                                          : kLogZero;
    }
    if (fault != std::errc() || end != digits.data() + digits.size() || std::isnan(value)) {
        lines_.malformed(quoted(field) + " is not a number");
    }
    if (std::isinf(value)) {
        if (value > 0) lines_.malformed(quoted(field) + " is not the logarithm of a probability");
        return kLogZero;
    }
    return value;
}

WordId ArpaReader::read_word(std::size_t order, std::string_view field) {
    if (field == "<UNK>") field = "<unk>";
    if (order > 1) {
        const WordId word = vocabulary_.find(field);
        // `find` gives <unk>'s number for a missing word, so the text is compared as well.
        if (word >= seen_.size() || !seen_[word] || vocabulary_.word(word) != field) {
            lines_.malformed("the word " + quoted(field) + " is not among the 1-grams");
        }
        return word;
    }
    const WordId word = vocabulary_.add(field);
    if (word >= seen_.size()) seen_.resize(std::size_t{word} + 1);
    if (seen_[word]) lines_.malformed("the word " + quoted(field) + " appears twice");
    seen_[word] = true;
    return word;
}

void ArpaReader::read_ngram(std::size_t order, std::string_view line, NGramVisitor& visitor) {
    // A probability, the words, perhaps a back-off. No allocation: a model has tens of millions of such lines.
    std::array<std::string_view, kHighestOrder + 2> fields;
    std::size_t found = 0;
    for_each_token(line, [&](std::string_view field) {
        if (found < order + 2) fields[found] = field;
        ++found;
    });
    if (found < order + 1 || found > order + 2) {
        lines_.malformed("should be a number, " + std::to_string(order) + (order == 1 ? " word" : " words") +
                         " and perhaps another number, not " + quoted(line));
    }
    // Other programs write probabilities just above 1 where rounding made them so.
    const float probability = std::min(read_number(fields[0]), 0.0F);
    std::array<WordId, kHighestOrder> words{};
    for (std::size_t at = 0; at < order; ++at) words[at] = read_word(order, fields[at + 1]);
    const float backoff = found == order + 2 ? read_number(fields[order + 1]) : 0;
    recent_[read_++ % recent_.size()] = lines_.line();
    visitor.add({words.data(), order}, probability, backoff);
}

void write_arpa(NGramSource& source, const std::filesystem::path& file) {
    OutputFile out(file);
    ArpaWriter writer(source, out);
    source.visit(writer);
}

}  // namespace antecede
