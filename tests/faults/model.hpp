#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "content.hpp"

/// What a database must hold after a sequence of commands: that of its files, each imported alone once.
namespace cofnod::faults {

/// A file as it is when it is imported alone.
struct ModelFile {
    std::string hash;  ///< of its content: files with the same are imported once
    StoredFile whole;
    StoredFile retried;  ///< after `rejects --retry`
};

class Model {
public:
    /// Files of a batch are imported from now on; until `finished` it may be that they are not, or in part.
    void may_import(const ModelFile& file, const std::string& citation);
    void has_imported(const ModelFile& file, const std::string& citation);
    void has_retried() { retried_ = true; }
    void may_have_retried() { may_be_retried_ = true; }
    void may_have_deleted() { may_delete_ = true; }
    void may_know(const std::string& spelling) { may_be_known_.insert(spelling); }

    /// What is wrong with a database, or "". What it may or may not hold is known from then on.
    std::string fault_of(const std::optional<Content>& content);

    /// The games that were there when it was looked at last.
    [[nodiscard]] const std::optional<Content>& last() const { return last_; }

private:
    struct Expected {
        const ModelFile* file = nullptr;
        bool is_certain = false;
        std::set<std::string> citations = {""};  ///< that it may have
    };

    [[nodiscard]] std::string fault_of_file(const std::string& hash, const StoredFile& stored) const;
    [[nodiscard]] std::string fault_of_deleted(const Content& content) const;
    [[nodiscard]] std::string fault_of_ids(const Content& content) const;

    std::map<std::string, Expected> files_;
    std::set<std::string> may_be_known_;
    bool retried_ = false;         ///< all that were there when that was said
    bool may_be_retried_ = false;  ///< some of them
    bool may_delete_ = false;
    std::optional<Content> last_;
};

}  // namespace cofnod::faults
