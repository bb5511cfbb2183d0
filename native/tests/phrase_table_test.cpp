// The phrase table: what is written is read back, rounded or exactly; damaged files are refused or read to a sane end.

#include "phrases/phrase_table.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "phrases/phrase_table_writer.hpp"
#include "tests/checks.hpp"

namespace {

using namespace antecede;
using namespace antecede::tests;

/// A pair with memory of its own.
struct Pair {
    std::vector<WordId> target;
    std::vector<Link> alignment;
    std::array<float, kTranslationScores> scores{};
    std::array<float, kReorderingScores> reordering{};

    PhrasePair view() const { return {target, alignment, scores, reordering}; }
};

using Contents = std::map<std::vector<WordId>, std::vector<Pair>>;

std::size_t roll(std::mt19937& random, std::size_t sides) {
    return std::uniform_int_distribution<std::size_t>(0, sides - 1)(random);
}

Contents random_contents(std::mt19937& random, std::size_t phrases, std::size_t words) {
    const auto phrase = [&] {
        std::vector<WordId> made(1 + roll(random, 7));
        for (WordId& word : made) word = static_cast<WordId>(kFirstWord + roll(random, words));
        return made;
    };
    Contents contents;
    while (contents.size() < phrases) {
        const std::vector<WordId> source = phrase();
        auto& pairs = contents[source];
        pairs.resize(1 + roll(random, 4));
        for (Pair& pair : pairs) {
            pair.target = phrase();
            for (std::size_t at = 0; at < std::min(source.size(), pair.target.size()); ++at) {
                pair.alignment.push_back({static_cast<std::int32_t>(at), static_cast<std::int32_t>(at)});
            }
            for (float& score : pair.scores) score = -static_cast<float>(roll(random, 5000)) / 250.0F;
            for (float& score : pair.reordering) score = -static_cast<float>(1 + roll(random, 90)) / 24.0F;
        }
    }
    return contents;
}

void write_table(const std::filesystem::path& file, const Contents& contents, std::size_t words,
                 PhraseTableOptions options) {
    Vocabulary vocabulary;
    for (std::size_t word = 0; word < words; ++word) vocabulary.add("word" + std::to_string(word));
    std::vector<PhrasePair> all;
    for (const auto& [source, pairs] : contents) {
        for (const Pair& pair : pairs) all.push_back(pair.view());
    }
    PhraseTableWriter writer(file, PhraseCodes::learn(all, options));
    for (const auto& [source, pairs] : contents) {
        std::vector<PhrasePair> views;
        std::vector<PhraseCounts> counts;
        for (const Pair& pair : pairs) {
            views.push_back(pair.view());
            counts.push_back({source.size(), pairs.size(), pair.target.size()});
        }
        writer.add(source, views, counts);
    }
    writer.finish(vocabulary, vocabulary);
}

bool same(const PhrasePair& read, const Pair& written, float tolerance) {
    if (!std::ranges::equal(read.target, written.target) || !std::ranges::equal(read.alignment, written.alignment)) {
        return false;
    }
    const auto near = [tolerance](float a, float b) { return std::abs(a - b) <= tolerance; };
    return std::ranges::equal(read.scores, written.scores, near) &&
           std::ranges::equal(read.reordering, written.reordering, near);
}

void test_round_trip(bool exact) {
    std::mt19937 random(7);
    const Contents contents = random_contents(random, 3000, 400);
    const Folder folder;
    write_table(folder / "table", contents, 400, {true, true, exact});
    const PhraseTable table = PhraseTable::open(folder / "table");
    table.verify();
    check(table.source_phrases() == contents.size(), "every phrase is counted");
    check(table.longest_source_phrase() == 7, "the longest has seven words");
    check(table.has_reordering() && table.has_counts() && table.is_exact() == exact, "the options are kept");
    check(table.source_vocabulary().find("word399") == kFirstWord + 399, "the vocabulary is kept");
    PhraseTable::Arena arena;
    std::vector<PhrasePair> found;
    // Scores lie evenly between 0 and 20, so one of 256 values is at most some 20/256 away.
    const float tolerance = exact ? 0.0F : 0.1F;
    for (const auto& [source, pairs] : contents) {
        arena.clear();
        found.clear();
        table.find(source, arena, found);
        check(table.contains(source), "the phrase is there");
        check(std::ranges::equal(found, pairs, [&](const auto& a, const auto& b) { return same(a, b, tolerance); }),
              "the pairs are the same");
    }
    found.clear();
    table.find(std::vector<WordId>{1, 1, 1}, arena, found);
    table.find({}, arena, found);
    check(found.empty() && !table.contains({}), "what is not there is not found");
    std::size_t entries = 0;
    PhraseTable::Entry entry;
    for (std::uint64_t place = 0; table.next(place, arena, entry); ++entries) {
        const auto& pairs = contents.at(entry.source);
        check(entry.pairs.size() == pairs.size() && entry.counts.size() == pairs.size(), "all of them are read");
        check(entry.counts[0] == PhraseCounts{entry.source.size(), pairs.size(), pairs[0].target.size()}, "counts");
    }
    check(entries == contents.size(), "each entry is read once");
}

void test_sizes() {
    const Folder folder;
    write_table(folder / "empty", {}, 1, {});
    const PhraseTable empty = PhraseTable::open(folder / "empty");
    check(!empty.contains(std::vector<WordId>{3}), "an empty table holds nothing");
    const std::vector<WordId> long_phrase(kLongestPhrase + 1, kFirstWord);
    PhraseTableWriter writer(folder / "refused", PhraseCodes::learn({}, {}));
    check(!fault_of<std::invalid_argument>([&] { writer.add(long_phrase, {}); }).empty(), "21 words are too many");
    check(!fault_of<std::invalid_argument>([&] { writer.add({}, {}); }).empty(), "no words are too few");
}

/// Reads all that a damaged file lets be read.
void use(const std::filesystem::path& file, const Contents& contents) {
    const PhraseTable table = PhraseTable::open(file);
    PhraseTable::Arena arena;
    std::vector<PhrasePair> found;
    for (const auto& [source, pairs] : contents) {
        table.contains(source);
        try {
            table.find(source, arena, found);
        } catch (const DamagedFile&) {
        }
    }
    for (const PhrasePair& pair : found) {
        for (const WordId word : pair.target) table.target_vocabulary().word(word);
    }
    PhraseTable::Entry entry;
    for (std::uint64_t place = 0; table.next(place, arena, entry);) arena.clear();
}

void test_damage(unsigned rounds) {
    std::mt19937 random(11);
    const Contents contents = random_contents(random, 60, 50);
    const Folder folder;
    unsigned refused = 0;
    for (const bool exact : {false, true}) {
        write_table(folder / "table", contents, 50, {true, true, exact});
        const std::string whole = read(folder / "table");
        for (unsigned round = 0; round < rounds; ++round) {
            std::string bytes = whole;
            if (round % 8 == 0) bytes.resize(roll(random, bytes.size()));
            for (std::size_t flips = 1 + roll(random, 8); flips > 0 && !bytes.empty(); --flips) {
                bytes[roll(random, bytes.size())] = static_cast<char>(roll(random, 256));
            }
            write(folder / "damaged", bytes);
            try {
                use(folder / "damaged", contents);
            } catch (const DamagedFile& fault) {
                check(std::string(fault.what()).find("damaged") != std::string::npos, "the file is named");
                ++refused;
            }
        }
    }
    check(refused > rounds / 2, "much of the damage is noticed");
}

}  // namespace

int main(int argc, char** argv) {
    test_round_trip(true);
    test_round_trip(false);
    test_sizes();
    test_damage(argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 1500);
    if (failures > 0) std::cerr << failures << " failed\n";
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
