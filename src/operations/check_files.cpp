#include "operations/check_files.hpp"

#include <optional>

#include "games/record/record.hpp"
#include "importers/text/archive.hpp"
#include "operations/input_files.hpp"
#include "operations/reading.hpp"
#include "operations/tally.hpp"
#include "store/store.hpp"

namespace cofnod::operations {

namespace {

class Check final : public SourcesSink {
public:
    Check(const CheckOptions& options, const ReadingSetup& reading, const CheckResults& results, const Host& host)
        : options_(options), reading_(reading), results_(results), host_(host) {}

    CheckSummary run() {
        const FoundFiles found = input_files(options_.files);
        for (const PassedOver& each : found.passed_over) host_.reporter.note(each.folder, each.text);
        for (const InputFault& fault : found.faults) host_.reporter.error(fault.error);
        for (const std::string& file : found.files) {
            try {
                store::is_database(file) ? check_database_at(file) : check_file(file);
            } catch (const InputError& error) {
                host_.reporter.error(error);
            } catch (const importers::ArchiveLimitError& error) {
                host_.reporter.error(error);
            }
        }
        return summary_;
    }

    void begin_source(const std::string& name, const importers::Charset& /*charset*/) override {
        problems_.emplace(name, ReportingSink::What{.notes = !options_.faults_only}, host_.reporter, nullptr);
    }
    void add_game(GameRecord&& game) override { problems_->report(game); }
    void reached(std::uint64_t end) override { problems_->reached(end); }
    void end_source(const std::string& name, const Tally& found) override {
        summary_.problems += found.faults + (options_.faults_only ? 0 : found.notes);
        summary_.some_without_games = summary_.some_without_games || found.found() == 0;
        results_.source(name, found);
    }

private:
    void check_database_at(const std::string& path) {
        const DatabaseCheck result = check_database(path, options_.database, host_);
        summary_.problems += result.faults;
        results_.database(path, result);
        if (result.memory_needed > 0) throw_too_large(path, result);
    }

    void check_file(const std::string& path) {
        importers::Container container = importers::Container::open(path, reading_.how.limits.archive);
        read_sources(container, reading_, *this, total_, true, host_);
        report_skipped(container, host_.reporter);
    }

    const CheckOptions& options_;
    const ReadingSetup& reading_;
    const CheckResults& results_;
    Host host_;
    std::optional<ReportingSink> problems_;
    Tally total_;
    CheckSummary summary_;
};

}  // namespace

CheckSummary check_files(const CheckOptions& options, const ReadingSetup& reading, const CheckResults& results,
                         const Host& host) {
    return Check(options, reading, results, host).run();
}

}  // namespace cofnod::operations
