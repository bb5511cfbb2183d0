// The decoder without Python, so that sanitizers see all of it: random models, hostile options, threads, a feature.

#include "decoder/decoder.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <random>
#include <set>
#include <source_location>
#include <string>
#include <string_view>

#include "decoder/agreement.hpp"
#include "decoder/choice.hpp"
#include "decoder/nbest_list.hpp"
#include "language_model/language_model_builder.hpp"
#include "phrases/phrase_table_writer.hpp"

namespace {

using namespace antecede;

int failures = 0;

void check(bool holds, std::string_view what, const std::source_location& where = std::source_location::current()) {
    if (holds) return;
    ++failures;
    std::cerr << where.file_name() << ':' << where.line() << ": " << what << '\n';
}

class Roll {
public:
    explicit Roll(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t sides) { return std::uniform_int_distribution<std::size_t>(0, sides - 1)(random_); }
    float log(float lowest) { return std::uniform_real_distribution<float>(lowest, 0.0F)(random_); }

private:
    std::mt19937 random_;
};

/// A folder that goes when the test is done.
struct Folder {
    Folder() : path(std::filesystem::temp_directory_path() / ("decoder_test_" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path);
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::filesystem::path path;
};

constexpr std::size_t kWords = 12;

PhraseTable random_table(const std::filesystem::path& file, Roll& roll, bool reordering) {
    Vocabulary source;
    Vocabulary target;
    std::vector<WordId> sources;
    std::vector<WordId> targets;
    for (std::size_t word = 0; word < kWords; ++word) {
        sources.push_back(source.add("s" + std::to_string(word)));
        targets.push_back(target.add("t" + std::to_string(word)));
    }
    std::set<std::vector<WordId>> phrases;
    for (std::size_t count = 0; count < 60; ++count) {
        std::vector<WordId> phrase;
        for (std::size_t length = roll.below(3) + 1; length > 0; --length) phrase.push_back(sources[roll.below(8)]);
        phrases.insert(phrase);
    }
    PhraseTableWriter writer(file, PhraseCodes::learn({}, {reordering, false, true}));
    for (const auto& phrase : phrases) {
        std::vector<std::vector<WordId>> words(roll.below(5) + 1);
        std::vector<PhrasePair> pairs;
        static constexpr Link kFirst{0, 0};
        for (auto& translation : words) {
            for (std::size_t length = roll.below(4) + 1; length > 0; --length) {
                translation.push_back(targets[roll.below(kWords)]);
            }
            PhrasePair pair{translation, std::span(&kFirst, 1), {}, {}};
            for (float& score : pair.scores) score = roll.log(-5.0F);
            if (reordering) {
                for (float& score : pair.reordering) score = roll.log(-3.0F);
            }
            pairs.push_back(pair);
        }
        writer.add(phrase, pairs);
    }
    writer.finish(source, target);
    return PhraseTable::open(file);
}

/// A bigram model of random numbers.
class RandomNGrams final : public NGramSource {
public:
    explicit RandomNGrams(Roll& roll) : roll_(roll) {
        for (std::size_t word = 0; word < kWords - 2; ++word) words_.add("t" + std::to_string(word));
        for (std::size_t count = 0; count < 40; ++count) {
            const auto first = static_cast<WordId>(roll.below(words_.size() - 1) + 1);
            const auto second = static_cast<WordId>(roll.below(words_.size() - 2) + 2);
            if (first != kSentenceEnd) bigrams_.insert({first, second});
        }
        counts_ = {words_.size(), bigrams_.size()};
    }

    const Vocabulary& vocabulary() const noexcept override { return words_; }
    std::span<const std::uint64_t> counts() const noexcept override { return counts_; }
    void visit(NGramVisitor& visitor) override {
        for (WordId word = 0; word < words_.size(); ++word) {
            visitor.add(std::span(&word, 1), roll_.log(-3.0F), roll_.log(-1.0F));
        }
        for (const auto& bigram : bigrams_) visitor.add(bigram, roll_.log(-2.0F), 0.0F);
    }

private:
    Roll& roll_;
    Vocabulary words_;
    std::set<std::vector<WordId>> bigrams_;
    std::array<std::uint64_t, 2> counts_{};
};

LanguageModel random_lm(const std::filesystem::path& file, Roll& roll) {
    RandomNGrams ngrams(roll);
    write_language_model(ngrams, file, false);
    return LanguageModel::open(file);
}

NamedValues weights_for(const FeatureLayout& layout, Roll& roll) {
    NamedValues weights;
    for (const FeatureSlot& slot : layout.slots()) {
        for (std::size_t at = 0; at < slot.size; ++at) {
            weights[slot.name].push_back(static_cast<double>(-roll.log(-1.0F)));
        }
    }
    weights[std::string(kWordPenaltyName)] = {-0.5};
    return weights;
}

constexpr std::size_t kClasses = 4;

WordAttributes classes_of_words() {
    std::vector<std::uint16_t> attributes(kWords + kFirstWord);
    for (std::size_t word = 0; word < attributes.size(); ++word)
        attributes[word] = static_cast<std::uint16_t>(word % (kClasses + 1));  // one of them is no class
    return WordAttributes(attributes);
}

std::shared_ptr<AgreementFeature> agreement() {
    return std::make_shared<AgreementFeature>("Agreement0", classes_of_words(), kClasses,
                                              std::vector<float>{0, 0, 0, 0, 0, 0, -2, -2, 0, -2, 0, -2, 0, -2, -2, 0});
}

std::shared_ptr<ChoiceFeature> choice() {
    return std::make_shared<ChoiceFeature>("Choice0", classes_of_words(), kClasses);
}

Request random_request(Roll& roll, bool hostile) {
    Request request;
    for (std::size_t length = roll.below(14); length > 0; --length) {
        request.words.push_back("s" + std::to_string(roll.below(kWords)));
    }
    const std::size_t bound = hostile ? 20 : std::max<std::size_t>(request.words.size(), 1);
    for (std::size_t count = request.words.empty() && !hostile ? 0 : roll.below(3); count > 0; --count) {
        GivenOption option;
        option.first = roll.below(bound);
        option.last = hostile ? roll.below(bound) : std::min(option.first + roll.below(2), request.words.size() - 1);
        for (std::size_t length = roll.below(3); length > 0; --length) option.target.push_back("given");
        if (!option.target.empty() && roll.below(2) == 0) option.alignment = {{0, 0}};
        if (hostile && roll.below(3) == 0) option.alignment = {{-1, 7}};
        if (roll.below(2) == 0) option.scores["Given0"] = {roll.below(9) == 0 && hostile ? std::nan("") : -1.0};
        option.exclusive = hostile && roll.below(3) == 0;
        request.options.push_back(option);
    }
    for (std::size_t count = roll.below(3); count > 0; --count) {
        auto& notes = request.notes["Agreement0"];
        notes.push_back(static_cast<double>(roll.below(bound)) - (hostile ? 2.0 : 0.0));
        notes.push_back(hostile ? std::numeric_limits<double>::infinity() : static_cast<double>(roll.below(bound)));
        notes.push_back(0.5);
    }
    for (std::size_t count = roll.below(3); count > 0; --count) {
        auto& notes = request.notes["Choice0"];
        notes.push_back(static_cast<double>(roll.below(bound)) - (hostile ? 2.0 : 0.0));
        for (std::size_t score = roll.below(hostile ? 2 : 1); score < kClasses; ++score) {
            notes.push_back(hostile && roll.below(4) == 0 ? std::nan("") : -static_cast<double>(score));
        }
    }
    return request;
}

void check_translation(const Request& request, const Translated& translated, const Task& task) {
    std::vector<int> covered(request.words.size(), 0);
    std::size_t words = 0;
    for (const Segment& phrase : translated.segmentation) {
        for (std::size_t at = phrase.first; at <= phrase.last; ++at) ++covered.at(at);
        check(phrase.target_first == words, "phrases follow each other");
        words = phrase.target_end;
    }
    check(words == translated.words.size(), "phrases make the whole translation");
    for (const int times : covered) check(times == 1, "every word is translated once");
    double score = 0.0;
    for (std::size_t at = 0; at < translated.values.size(); ++at) {
        score += static_cast<double>(translated.values[at]) * static_cast<double>(task.weights[at]);
    }
    check(std::abs(score - translated.score) < 1e-3, "the score is the weighted sum");
}

void test_random_models(const Folder& folder, unsigned rounds) {
    for (unsigned round = 0; round < rounds; ++round) {
        Roll roll(round);
        const auto models = std::make_shared<Models>(
            random_table(folder.path / "phrases", roll, round % 2 == 0), random_lm(folder.path / "lm", roll), nullptr,
            std::vector<std::pair<std::string, std::size_t>>{{"Given0", 1}},
            std::vector<std::shared_ptr<const Feature>>{agreement(), choice()});
        DecoderSettings settings;
        settings.pop_limit = roll.below(40) + 1;
        settings.stack_size = roll.below(3) * 10;
        settings.distortion_limit = static_cast<int>(roll.below(9)) - 1;
        settings.beam = static_cast<float>(roll.below(2)) * 5.0F;
        const Decoder decoder(models, weights_for(models->layout, roll), settings);
        std::vector<Request> requests;
        for (unsigned sentence = 0; sentence < 12; ++sentence) requests.push_back(random_request(roll, false));
        const auto alone = decoder.translate(requests, {20, false, true}, 1);
        const auto together = decoder.translate(requests, {20, false, true}, 4);
        for (std::size_t sentence = 0; sentence < requests.size(); ++sentence) {
            check(!alone[sentence].best.empty(), "there is always a translation");
            check(alone[sentence].best.size() == together[sentence].best.size(), "threads change no length");
            for (std::size_t rank = 0; rank < alone[sentence].best.size(); ++rank) {
                check_translation(requests[sentence], alone[sentence].best[rank], decoder.task());
                check(alone[sentence].best[rank].words == together[sentence].best[rank].words,
                      "threads change nothing");
            }
            const SearchGraph& graph = alone[sentence].graph;
            for (const SearchGraph::Arc& arc : graph.arcs)
                check(arc.from < arc.to && arc.to < graph.nodes, "arcs ascend");
        }
        for (unsigned sentence = 0; sentence < 30; ++sentence) {
            const Request hostile = random_request(roll, true);
            try {
                const auto found = decoder.translate(std::span(&hostile, 1), {3, true, false}, 1);
                check_translation(hostile, found[0].best[0], decoder.task());
            } catch (const BadSettings& error) {
                check(std::string_view(error.what()).starts_with("sentence 1: "), "a refusal names the sentence");
            }
        }
    }
}

void test_long_sentences(const Folder& folder) {
    Roll roll(7);
    const auto models = std::make_shared<Models>(
        random_table(folder.path / "phrases", roll, true), random_lm(folder.path / "lm", roll), nullptr,
        std::vector<std::pair<std::string, std::size_t>>{}, std::vector<std::shared_ptr<const Feature>>{});
    for (const int limit : {-1, 0, 6, 100}) {
        DecoderSettings settings;
        settings.pop_limit = 5;
        settings.distortion_limit = limit;
        const Decoder decoder(models, weights_for(models->layout, roll), settings);
        Request request;
        for (std::size_t at = 0; at < 1000; ++at) request.words.push_back("s" + std::to_string(roll.below(kWords + 5)));
        const auto found = decoder.translate(std::span(&request, 1), {5, true, true}, 1);
        for (const Translated& translated : found[0].best) check_translation(request, translated, decoder.task());
        request.words.resize(kLongestSentence + 1);
        bool refused = false;
        try {
            decoder.translate(std::span(&request, 1), {}, 1);
        } catch (const BadSettings&) {
            refused = true;
        }
        check(refused, "a sentence that is too long is refused");
    }
}

void test_lists(const Folder& folder) {
    Roll roll(11);
    const auto models = std::make_shared<Models>(
        random_table(folder.path / "phrases", roll, true), random_lm(folder.path / "lm", roll), nullptr,
        std::vector<std::pair<std::string, std::size_t>>{}, std::vector<std::shared_ptr<const Feature>>{});
    const Decoder decoder(models, weights_for(models->layout, roll), {});
    for (std::size_t length = 0; length < 12; ++length) {
        Request request;
        for (std::size_t at = 0; at < length; ++at)
            request.words.push_back("s" + std::to_string(roll.below(kWords + 2)));
        const Result found = std::move(decoder.translate(std::span(&request, 1), {200, false, false}, 1).front());
        const std::string lines = moses_lines(decoder, found, 3);
        check(static_cast<std::size_t>(std::ranges::count(lines, '\n')) == found.best.size(), "a line a translation");
        check(lines.starts_with("3 ||| ") && lines.ends_with('\n'), "lines in Moses's format");
        // Places past the end have no links: they tell nothing apart.
        const std::vector<std::size_t> places{0, length / 2, length + 5};
        const auto kept = differing(found.best, places, places);
        check(!kept.empty() && kept.front() == 0, "the best is kept");
        check(std::ranges::is_sorted(kept) && kept.back() < found.best.size(), "what is kept is in the list");
        check(differing(found.best, {}, {}).size() == 1, "without places all are alike");
    }
}

void test_choice() {
    const std::vector<std::string> words{"it", "is", "it"};
    const std::vector<double> notes{0, -1, -2, -4, -8, 2, -16, -32, -64, -128, 3, 0, 0, 0, 0};
    const auto feature = choice();
    const auto on_sentence = feature->prepare({words, notes});
    std::array<WordId, kClasses + 1> word_of{};
    for (WordId word = 0; word < static_cast<WordId>(kWords + kFirstWord); ++word)
        word_of[word % (kClasses + 1)] = word;
    const auto score = [&](std::size_t first, std::size_t last, std::vector<WordId> target, std::vector<Link> links) {
        float estimated = 0.0F;
        float extended = 0.0F;
        on_sentence->estimate({first, last, target, links}, std::span(&estimated, 1));
        on_sentence->extend({}, {}, {first, last, target, links}, {}, std::span(&extended, 1));
        check(estimated == extended, "the estimate is all there is");
        return extended;
    };
    check(score(1, 1, {word_of[1]}, {{0, 0}}) == 0.0F, "other words score nothing");
    check(score(0, 0, {word_of[2]}, {{0, 0}}) == -4.0F, "a pronoun scores by class");
    check(score(0, 0, {word_of[2]}, {}) == -1.0F, "an unaligned pronoun is none");
    check(score(0, 0, {word_of[4]}, {{0, 0}}) == -1.0F, "an attribute that is no class is none");
    check(score(0, 0, {}, {}) == -1.0F, "a dropped pronoun is none");
    check(score(0, 0, {word_of[0], word_of[3], word_of[1]}, {{0, 2}, {0, 0}, {0, 1}}) == -8.0F,
          "the first word counts");
    check(score(0, 2, {word_of[1], word_of[2]}, {{0, 1}, {2, 0}}) == -36.0F, "each pronoun scores its own");
    check(feature->prepare({words, {}}) == nullptr, "no notes, no cost");
}

void test_coverage() {
    const Coverage none;
    check(none.with(0, 3) == Coverage{0, 3}, "from the start");
    check(none.with(2, 2) == Coverage{0b1100, 0}, "after a gap");
    check(none.with(2, 2).with(0, 2) == Coverage{0, 4}, "a filled gap joins");
    check(none.with(63, 1).with(0, 63) == Coverage{0, 64}, "a full window");
    check(none.with(0, 64) == Coverage{0, 64}, "a phrase as long as the window");
}

}  // namespace

int main(int argc, char** argv) {
    const Folder folder;
    test_coverage();
    test_choice();
    test_random_models(folder, argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 25);
    test_long_sentences(folder);
    test_lists(folder);
    if (failures > 0) std::cerr << failures << " failed\n";
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
