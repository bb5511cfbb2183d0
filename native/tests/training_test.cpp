// Training and Moses's tables without Python, so that sanitizers see all of it: a corpus of random links through every
// option, and text tables with bytes changed.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "files/spill.hpp"
#include "phrases/moses_tables.hpp"
#include "phrases/phrase_hash.hpp"
#include "phrases/phrase_scoring.hpp"
#include "tests/checks.hpp"

namespace {

using namespace antecede;
using namespace antecede::tests;

std::size_t roll(std::mt19937& random, std::size_t sides) {
    return std::uniform_int_distribution<std::size_t>(0, sides - 1)(random);
}

/// Sentences over a few words, with links anywhere.
struct Corpus {
    NumberedText source;
    NumberedText target;
    Alignments links;
};

Corpus random_corpus(std::mt19937& random, std::size_t sentences) {
    std::string texts[2];
    Alignments links;
    for (std::size_t sentence = 0; sentence < sentences; ++sentence) {
        std::size_t lengths[2];
        for (std::size_t side = 0; side < 2; ++side) {
            lengths[side] = roll(random, 15);
            for (std::size_t at = 0; at < lengths[side]; ++at) {
                texts[side] += std::string(1, static_cast<char>('a' + roll(random, 6))) + ' ';
            }
            texts[side] += '\n';
        }
        if (lengths[0] > 0 && lengths[1] > 0) {
            for (std::size_t link = roll(random, 15); link > 0; --link) {
                links.add({static_cast<std::int32_t>(roll(random, lengths[0])),
                           static_cast<std::int32_t>(roll(random, lengths[1]))});
            }
        }
        links.end_sentence();
    }
    return {number_text(texts[0]), number_text(texts[1]), std::move(links)};
}

void test_numbers() {
    const NumberedText text = number_text("b a\tb\n\nc");
    check(text.sentences() == 3 && text.length(1) == 0 && text.length(2) == 1, "a line is a sentence, empty or not");
    check(text.words == std::vector<WordId>{3, 4, 3, 5}, "the most frequent first, then in the order of letters");
}

void test_extraction() {
    PhraseExtractor extractor(7);
    std::vector<ExtractedPair> found;
    extractor.extract(std::vector<Link>{{0, 1}, {1, 0}}, 2, 2, found);
    check(found.size() == 3, "two words and the two together");
    check(found[0] == ExtractedPair{1, 0, 1, 1, Orientation::kDiscontinuous, Orientation::kSwap, 1}, "the first pair");
    check(found[1].links == (LinkBits{1} << 1 | LinkBits{1} << 7), "links are rows of the target's words");
    extractor.extract({}, 3, 3, found);
    check(found.empty(), "no links, no phrases");
    extractor.extract({}, 0, 0, found);
    check(found.empty(), "nothing, no phrases");
}

void test_order_of_links() {
    // As lists of sets: {0} before {0, 1} before {1}; nothing before anything.
    check(comes_after(0b11, 0b01) && !comes_after(0b01, 0b11), "a set comes after its beginning");
    check(comes_after(0b10, 0b11) && !comes_after(0b11, 0b10), "what starts later comes later");
    check(comes_after(0b01, 0b00) && !comes_after(0b00, 0b01), "nothing comes first");
    check(comes_after(LinkBits{1} << 7, 0) && !comes_after(5, 5), "the second row decides; equal is not after");
    std::mt19937 random(3);
    for (int round = 0; round < 1000; ++round) {
        const LinkBits links = (LinkBits{random()} << 32 | random()) & ((LinkBits{1} << 49) - 1);
        check(turned(turned(links)) == links, "turned twice is the same");
    }
}

void test_significance() {
    // Once each in N sentences: p is 1/N.
    check(std::abs(significance(1, 1, 1, 1000) - std::log(1000)) < 1e-9, "1-1-1");
    // Two of two and two in four: one way of six.
    check(std::abs(significance(2, 2, 2, 4) - std::log(6)) < 1e-9, "2-2-2");
    check(significance(50, 60, 70, 100) >= -1e-9, "never above one");
    check(significance(500, 600, 700, 100) < 1e-6, "more than there are sentences");
}

void test_options(std::mt19937& random) {
    const Folder folder;
    const Corpus corpus = random_corpus(random, 300);
    for (const Smoothing smoothing : {Smoothing::kNone, Smoothing::kGoodTuring, Smoothing::kKneserNey}) {
        TrainingOptions options;
        options.smoothing = smoothing;
        options.threads = 2;
        options.least_count = static_cast<std::uint32_t>(1 + roll(random, 2));
        options.significance = 1.0;
        options.table = {true, true, roll(random, 2) == 0};
        const TrainingResult result =
            train_phrase_table(corpus.source, corpus.target, corpus.links, folder / "table", options);
        const PhraseTable table = PhraseTable::open(folder / "table");
        table.verify();
        check(table.pairs() == result.kept && result.kept <= result.distinct, "what was kept is there");
        PhraseTable::Arena arena;
        PhraseTable::Entry entry;
        for (std::uint64_t place = 0; table.next(place, arena, entry); arena.clear()) {
            for (const PhrasePair& pair : entry.pairs) {
                for (const float score : pair.scores) check(score <= 1e-5F && score > -100.0F, "a probability");
            }
        }
    }
    TrainingOptions nothing;
    const Corpus empty = random_corpus(random, 0);
    train_phrase_table(empty.source, empty.target, empty.links, folder / "empty", nothing);
    check(PhraseTable::open(folder / "empty").pairs() == 0, "no text, no phrases");
}

void test_spilling(std::mt19937& random) {
    const Folder folder;
    Bins bins(folder.path(), 3, 64);
    std::vector<std::vector<std::uint32_t>> expected(3);
    for (std::uint32_t number = 0; number < 1000; ++number) {
        const std::size_t bin = roll(random, 3);
        expected[bin].push_back(number);
        bins.append_array(bin, std::span<const std::uint32_t>(&number, 1));
    }
    for (std::size_t bin = 0; bin < 3; ++bin) {
        check(bins.read<std::uint32_t>(bin) == expected[bin], "what went in comes out");
        std::ranges::reverse(expected[bin]);
        bins.replace(bin, std::as_bytes(std::span(expected[bin])));
        check(bins.read<std::uint32_t>(bin) == expected[bin], "what was put in its place comes out");
    }
    check(std::filesystem::is_empty(folder.path()), "the file has no name");
}

/// What Moses's tables of a small corpus look like.
void write_text(const std::filesystem::path& table, std::string& phrases, std::string& reordering) {
    MosesWriter writer(PhraseTable::open(table));
    std::string some;
    std::string more;
    for (writer.next(1000, some, more); !some.empty(); writer.next(1000, some, more)) {
        phrases += some;
        reordering += more;
    }
}

void test_moses(std::mt19937& random, unsigned rounds) {
    const Folder folder;
    const Corpus corpus = random_corpus(random, 5);
    TrainingOptions options;
    options.table = {true, true, true};
    train_phrase_table(corpus.source, corpus.target, corpus.links, folder / "table", options);
    std::string phrases;
    std::string reordering;
    write_text(folder / "table", phrases, reordering);
    unsigned refused = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        std::string texts[2] = {phrases, reordering};
        for (std::size_t changes = round == 0 ? 0 : 1 + roll(random, 3); changes > 0; --changes) {
            std::string& text = texts[roll(random, 2)];
            constexpr std::string_view kLikely = " |0123456789-.e\n\t";
            text[roll(random, text.size())] =
                roll(random, 3) == 0 ? static_cast<char>(roll(random, 256)) : kLikely[roll(random, kLikely.size())];
        }
        try {
            MosesReader reader(folder.path());
            for (std::size_t at = 0; at < texts[0].size(); at += 777) {
                reader.add_phrases(std::string_view(texts[0]).substr(at, 777), at + 777 >= texts[0].size());
            }
            reader.add_reordering(texts[1], true);
            reader.finish(folder / "again", true, true);
            PhraseTable::open(folder / "again").verify();
        } catch (const MalformedTable& fault) {
            check(fault.line() >= 1, "the line is named");
            ++refused;
        }
        if (round > 0) continue;
        std::string again[2];
        write_text(folder / "again", again[0], again[1]);
        check(again[0] == phrases && again[1] == reordering, "out and back is the same text");
    }
    check(rounds < 10 || refused > rounds / 20, "some of the changes are faults");
}

}  // namespace

int main(int argc, char** argv) {
    std::mt19937 random(20170403);
    test_numbers();
    test_extraction();
    test_order_of_links();
    test_significance();
    test_spilling(random);
    test_options(random);
    test_moses(random, argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 300);
    if (failures > 0) std::cerr << failures << " failed\n";
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
