#include "decoder/decoder.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace antecede {

/// All that one thread needs to translate; kept between sentences and calls.
struct Decoder::Workspace {
    explicit Workspace(const Task& task) : cache(task), options(task), search(task) {}

    OptionCache cache;
    SentenceOptions options;
    Search search;
};

/// A workspace that goes back when its user is done, whatever happens.
class Decoder::Lease {
public:
    explicit Lease(const Decoder& decoder) : decoder_(decoder) {
        const std::lock_guard lock(decoder_.guard_);
        if (!decoder_.idle_.empty()) {
            // The last one given back, whose caches hold what was translated last.
            workspace_ = std::move(decoder_.idle_.back());
            decoder_.idle_.pop_back();
        } else {
            workspace_ = std::make_unique<Workspace>(decoder_.task_);
        }
    }
    ~Lease() {
        const std::lock_guard lock(decoder_.guard_);
        decoder_.idle_.push_back(std::move(workspace_));
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Workspace& operator*() const noexcept { return *workspace_; }

private:
    const Decoder& decoder_;
    std::unique_ptr<Workspace> workspace_;
};

Decoder::Decoder(std::shared_ptr<const Models> models, const NamedValues& weights, const DecoderSettings& settings)
    : task_(std::move(models), weights, settings) {}

Decoder::~Decoder() = default;

std::string_view Decoder::word(const Result& result, WordId id) const noexcept {
    const MappedVocabulary& words = task_.models->phrases.target_vocabulary();
    if (id < words.size()) return words.word(id);
    return id - words.size() < result.own_words.size() ? std::string_view(result.own_words[id - words.size()])
                                                       : std::string_view();
}

Result Decoder::translate(const Request& sentence, const Wanted& wanted, Workspace& workspace) const {
    for (const auto& [name, values] : sentence.notes) {
        const auto named = [&name](const auto& feature) { return feature->name() == name; };
        if (std::ranges::none_of(task_.models->features, named)) {
            throw BadSettings("there are notes for '" + name + "', but no feature function has that name");
        }
    }
    std::vector<std::unique_ptr<SentenceFeature>> owned;
    std::vector<SentenceFeature*> features;  // in the models' order, null for those with nothing to say
    for (const auto& feature : task_.models->features) {
        const auto notes = sentence.notes.find(std::string(feature->name()));
        const std::span<const double> values =
            notes == sentence.notes.end() ? std::span<const double>() : std::span<const double>(notes->second);
        owned.push_back(feature->prepare({sentence.words, values}));
        features.push_back(owned.back().get());
    }
    // Only here: options and graph point into the cache until the results are copied out below.
    workspace.cache.tidy();
    workspace.options.collect(sentence, features, workspace.cache);
    workspace.search.run(workspace.options, features, workspace.cache.automaton());
    Result result;
    result.best = best_translations(workspace.search, task_, std::max<std::size_t>(wanted.best, 1), wanted.distinct);
    if (wanted.graph) result.graph = export_graph(workspace.search, task_);
    result.own_words.assign(workspace.options.own_words().begin(), workspace.options.own_words().end());
    return result;
}

std::vector<Result> Decoder::translate(std::span<const Request> sentences, const Wanted& wanted,
                                       std::size_t threads) const {
    constexpr std::size_t kMostThreads = 256;  // a mistaken number must not exhaust the system's threads
    if (wanted.best > kLongestList) throw BadSettings("an n-best list may have at most 1000000 translations");
    std::vector<Result> results(sentences.size());
    std::vector<std::exception_ptr> faults(sentences.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> failed = false;
    const auto work = [&] {
        const Lease workspace(*this);
        for (std::size_t number = next++; number < sentences.size() && !failed; number = next++) {
            try {
                results[number] = translate(sentences[number], wanted, *workspace);
            } catch (const BadSettings& error) {
                faults[number] = std::make_exception_ptr(
                    BadSettings("sentence " + std::to_string(number + 1) + ": " + error.what()));
                failed = true;
            } catch (...) {
                faults[number] = std::current_exception();
                failed = true;
            }
        }
    };
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    threads = std::min({threads, kMostThreads, std::max<std::size_t>(sentences.size(), 1)});
    {
        std::vector<std::jthread> others;
        for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(work);
        work();
    }
    // The first in the order of the sentences, whichever thread failed first.
    for (const std::exception_ptr& fault : faults) {
        if (fault) std::rethrow_exception(fault);
    }
    return results;
}

}  // namespace antecede
