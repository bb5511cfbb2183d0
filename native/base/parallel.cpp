#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace antecede {

void run_parallel(std::size_t threads, std::size_t tasks, const std::function<void(std::size_t)>& task,
                  const ShareDone& progress) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr fault;
    std::mutex lock;
    const auto work = [&](bool reports) {
        for (std::size_t number = next++; number < tasks; number = next++) {
            try {
                task(number);
                // Tasks of other threads may be unfinished, so the share is a little ahead of the truth.
                if (reports && progress) progress(static_cast<double>(number + 1) / static_cast<double>(tasks));
            } catch (...) {
                // No thread takes another task; those under way finish.
                next = tasks;
                const std::lock_guard held(lock);
                if (!fault) fault = std::current_exception();
            }
        }
    };
    std::vector<std::jthread> others;
    for (std::size_t thread = 1; thread < std::min(threads, tasks); ++thread) others.emplace_back(work, false);
    work(true);
    // Joins them: what follows reads `fault` without the lock.
    others.clear();
    if (fault) std::rethrow_exception(fault);
}

ShareDone part_of(const ShareDone& progress, double first, double last) {
    if (!progress) return {};
    return [progress, first, last](double share) { progress(first + share * (last - first)); };
}

}  // namespace antecede
