#include "store/migrate.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/sentence.hpp"
#include "store/connection.hpp"
#include "store/embedded.hpp"
#include "store/statement.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

struct Migration {
    int version;
    std::string_view sql;
};

/// Returns the migrations ordered by version: "schema/0007_first_release.sql" is version 7.
const std::vector<Migration>& migrations() {
    static const std::vector<Migration> all = [] {
        constexpr std::string_view folder = "schema/";
        std::vector<Migration> result;
        for (const auto& file : embedded::files) {
            const std::string_view name = file.name.substr(folder.size());
            int version = 0;
            if (std::from_chars(name.data(), name.data() + name.size(), version).ec == std::errc())
                result.push_back({version, file.text});
        }
        std::ranges::sort(result, {}, &Migration::version);
        return result;
    }();
    return all;
}

class SchemaWrites {
public:
    explicit SchemaWrites(Connection& connection) : connection_(connection) { connection_.allow_schema_writes(true); }
    ~SchemaWrites() { connection_.allow_schema_writes(false); }
    SchemaWrites(const SchemaWrites&) = delete;
    SchemaWrites& operator=(const SchemaWrites&) = delete;

private:
    Connection& connection_;
};

/// Sentences of problems for the views. New ones require a migration.
void write_problem_templates(Connection& connection) {
    Statement write(connection, Sql::write_problem_template);
    for (const ProblemTemplate& sentence : problem_templates())
        write.with(sentence.name, sentence.group, sentence.text).run();
}

}  // namespace

int newest_schema_version() { return migrations().back().version; }

int first_schema_version() { return migrations().front().version; }

int schema_version(const Connection& connection) {
    Statement statement(connection, Sql::user_version);
    statement.step();
    return static_cast<int>(statement.integer(0));
}

void migrate(Connection& connection) {
    if (schema_version(connection) >= newest_schema_version()) return;
    const SchemaWrites allowed(connection);
    Transaction transaction(connection, Makes::part);
    // Checked again within the transaction: another program may have migrated meanwhile.
    const int version = schema_version(connection);
    for (const Migration& migration : migrations())
        if (migration.version > version) connection.run_script(migration.sql);
    write_problem_templates(connection);
    transaction.commit();
}

}  // namespace cofnod::store
