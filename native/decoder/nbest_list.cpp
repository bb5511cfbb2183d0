#include "decoder/nbest_list.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "base/hash.hpp"

namespace antecede {

namespace {

void append_integer(std::string& text, std::size_t value) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.append(digits.data(), end);
}

/// Positions as text: links are most of the numbers of a list, and nearly all of them are small.
class Positions {
public:
    Positions() {
        for (std::size_t value = 0; value < texts_.size(); ++value) append_integer(texts_[value], value);
    }

    void append(std::string& text, std::int32_t value) const {
        const auto position = static_cast<std::size_t>(value);
        if (position < texts_.size()) {
            text.append(texts_[position]);
        } else {
            append_integer(text, position);
        }
    }

private:
    std::array<std::string, 128> texts_;
};

/// Six significant digits, and nine for what is too large for them to tell penalties apart.
void append_number(std::string& text, double value) {
    std::array<char, 40> digits;
    const int precision = std::abs(value) < 1e5 ? 6 : 9;
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::general, precision).ptr;
    text.append(digits.data(), end);
}

/// Numbers as text, with those written lately kept: the translations of a sentence share most of their values, and to
/// convert them is most of the work.
class Numbers {
public:
    void append(std::string& text, float value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        Kept& kept = kept_[mix(bits) % kept_.size()];
        if (kept.text.empty() || kept.bits != bits) {
            kept.bits = bits;
            kept.text.clear();
            append_number(kept.text, static_cast<double>(value));
        }
        text.append(kept.text);
    }

private:
    struct Kept {
        std::uint32_t bits = 0;
        std::string text;  // at most 15 characters, which allocate nothing
    };
    std::vector<Kept> kept_ = std::vector<Kept>(4096);
};

void append_word(std::string& text, std::string_view word) {
    for (std::size_t start = 0;;) {
        const std::size_t bar = word.find('|', start);
        text.append(word.substr(start, bar - start));
        if (bar == std::string_view::npos) return;
        text.append("&#124;");
        start = bar + 1;
    }
}

using Key = std::vector<std::int32_t>;

struct HashOfKey {
    std::size_t operator()(const Key& key) const noexcept {
        std::uint64_t hash = key.size();
        for (const std::int32_t value : key) hash = combine(hash, static_cast<std::uint32_t>(value));
        return static_cast<std::size_t>(mix(hash));
    }
};

/// The links of one source word: they are sorted by it.
std::span<const Link> links_of(const Translated& translated, std::size_t source) {
    const auto found =
        std::ranges::equal_range(translated.alignment, static_cast<std::int32_t>(source), {}, &Link::source);
    return {found.begin(), found.end()};
}

/// What surrounds a place: numbers that are the same for translations that are alike there.
class Surroundings {
public:
    Surroundings(std::span<const std::size_t> places, std::span<const std::size_t> others)
        : places_(places), others_(others) {}

    const Key& of(const Translated& translated) {
        key_.clear();
        for (const std::size_t place : places_) append(translated, place);
        return key_;
    }

private:
    void append(const Translated& translated, std::size_t place) {
        const std::size_t first_source = place == 0 ? 0 : place - 1;
        std::int32_t low = kPositions;
        std::int32_t high = -1;
        for (std::size_t source = first_source; source <= place + 1; ++source) {
            for (const Link link : links_of(translated, source)) {
                low = std::min(low, link.target);
                high = std::max(high, link.target);
            }
        }
        key_.push_back(high < 0 ? 0 : high - low + 1);
        if (high < 0) return;
        for (std::size_t source = first_source; source <= place + 1; ++source) {
            const auto links = links_of(translated, source);
            key_.push_back(static_cast<std::int32_t>(links.size()));
            for (const Link link : links) key_.push_back(link.target - low);
        }
        const auto length = static_cast<std::int32_t>(translated.words.size());
        // The ends of the sentence cut the range: how much of it there is on either side is part of what it looks like.
        key_.push_back(std::min(low, 1));
        key_.push_back(std::min(length - 1 - high, 1));
        const std::int32_t start = std::max(low - 1, 0);
        const std::int32_t end = std::min(high + 2, length);
        for (std::int32_t at = start; at < end; ++at) {
            key_.push_back(static_cast<std::int32_t>(translated.words[static_cast<std::size_t>(at)]));
        }
        for (const std::size_t other : others_) {
            if (other == place) continue;
            for (const Link link : links_of(translated, other)) {
                if (link.target >= start && link.target < end) key_.push_back(start - 1 - link.target);
            }
        }
    }

    std::span<const std::size_t> places_;
    std::span<const std::size_t> others_;
    Key key_;
};

}  // namespace

std::string moses_lines(const Decoder& decoder, const Result& result, std::size_t sentence) {
    std::string text;
    Numbers numbers;
    const Positions positions;
    std::string start;
    append_integer(start, sentence);
    start.append(" ||| ");
    for (const Translated& translated : result.best) {
        text.append(start);
        for (std::size_t at = 0; at < translated.words.size(); ++at) {
            if (at != 0) text.push_back(' ');
            append_word(text, decoder.word(result, translated.words[at]));
        }
        text.append(" |||");
        for (const FeatureSlot& slot : decoder.layout().slots()) {
            text.append(" ").append(slot.name).push_back('=');
            for (std::size_t at = 0; at < slot.size; ++at) {
                text.push_back(' ');
                numbers.append(text, translated.values[slot.offset + at]);
            }
        }
        text.append(" ||| ");
        append_number(text, translated.score);
        text.append(" ||| ");
        for (std::size_t at = 0; at < translated.alignment.size(); ++at) {
            if (at != 0) text.push_back(' ');
            positions.append(text, translated.alignment[at].source);
            text.push_back('-');
            positions.append(text, translated.alignment[at].target);
        }
        text.push_back('\n');
        // Lines of one sentence are about as long as each other: room for all of them at once.
        if (&translated == &result.best.front()) text.reserve(text.size() * (result.best.size() + 1));
    }
    return text;
}

std::vector<std::size_t> differing(std::span<const Translated> list, std::span<const std::size_t> places,
                                   std::span<const std::size_t> others) {
    std::vector<std::size_t> first;
    std::unordered_set<Key, HashOfKey> seen;
    Surroundings surroundings(places, others);
    for (std::size_t number = 0; number < list.size(); ++number) {
        if (seen.insert(surroundings.of(list[number])).second) first.push_back(number);
    }
    return first;
}

}  // namespace antecede
