#include "faulty_vfs.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <random>
#include <string>
#include <vector>

namespace cofnod::faults {

namespace {

// What stands here is set before SQLite is used, but for the counters; SQLite itself may be called from any thread.
struct Plan {
    Operation operation = Operation::write;
    std::uint64_t nth = 0;
    Times times = Times::once;
    std::uint64_t power_lost_at = 0;  ///< 0: never
    std::uint64_t seed = 0;
};
Plan plan;
std::array<std::atomic<std::uint64_t>, operation_count> seen{};
std::atomic<std::uint64_t> changes{};

/// Counts the operation; true where it is to fail.
bool fails(Operation operation) {
    const std::uint64_t count = ++seen[static_cast<std::size_t>(operation)];
    if (plan.nth == 0 || plan.operation != operation) return false;
    return plan.times == Times::once ? count == plan.nth : count >= plan.nth;
}

/// What the disk holds for certain of a file, and what was written after that.
struct Disk {
    struct Write {
        std::uint64_t offset;
        std::string bytes;
    };
    std::string synced;
    std::vector<Write> pending;
};

std::mutex disks_lock;
std::map<std::string, Disk> disks;

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Leaves each file as power loss leaves it and ends the process.
[[noreturn]] void end_without_power() {
    std::mt19937_64 random(plan.seed);
    constexpr std::uint64_t sector = 512;
    for (auto& [path, disk] : disks) {
        if (::access(path.c_str(), F_OK) != 0) continue;
        std::string content = disk.synced;
        std::shuffle(disk.pending.begin(), disk.pending.end(), random);
        const std::uint64_t arriving = random() % 5;  // of four sectors: none to all
        for (const Disk::Write& write : disk.pending)
            for (std::uint64_t done = 0, size; done < write.bytes.size(); done += size) {
                size = std::min(sector - (write.offset + done) % sector, write.bytes.size() - done);
                if (random() % 4 >= arriving) continue;
                if (content.size() < write.offset + done + size) content.resize(write.offset + done + size, '\0');
                content.replace(write.offset + done, size, write.bytes, done, size);
            }
        std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
    }
    ::_exit(exit_of_power_loss);
}

void before_change() {
    if (++changes != plan.power_lost_at) return;
    const std::lock_guard held(disks_lock);
    end_without_power();
}

struct File {
    sqlite3_file base;
    char* path;  ///< of an ordinary database, WAL or journal where power may be lost; else null
    sqlite3_file* real;
};

File& file_of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* real_of(sqlite3_file* file) { return file_of(file).real; }

Disk* disk_of(sqlite3_file* file) { return file_of(file).path ? &disks[file_of(file).path] : nullptr; }

int close_file(sqlite3_file* file) {
    const int code = real_of(file)->pMethods ? real_of(file)->pMethods->xClose(real_of(file)) : SQLITE_OK;
    delete[] file_of(file).path;
    return code;
}

int read_file(sqlite3_file* file, void* to, int amount, sqlite3_int64 offset) {
    if (fails(Operation::read)) return SQLITE_IOERR_READ;
    return real_of(file)->pMethods->xRead(real_of(file), to, amount, offset);
}

int write_file(sqlite3_file* file, const void* from, int amount, sqlite3_int64 offset) {
    before_change();
    if (fails(Operation::fill)) return SQLITE_FULL;
    if (fails(Operation::write)) return SQLITE_IOERR_WRITE;
    const int code = real_of(file)->pMethods->xWrite(real_of(file), from, amount, offset);
    const std::lock_guard held(disks_lock);
    if (Disk* disk = disk_of(file); disk && code == SQLITE_OK)
        disk->pending.push_back(
            {static_cast<std::uint64_t>(offset), {static_cast<const char*>(from), static_cast<std::size_t>(amount)}});
    return code;
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
    if (fails(Operation::truncate)) return SQLITE_IOERR_TRUNCATE;
    const int code = real_of(file)->pMethods->xTruncate(real_of(file), size);
    const std::lock_guard held(disks_lock);
    if (Disk* disk = disk_of(file)) *disk = {.synced = content_of(file_of(file).path), .pending = {}};
    return code;
}

int sync_file(sqlite3_file* file, int flags) {
    before_change();
    if (fails(Operation::sync)) return SQLITE_IOERR_FSYNC;
    const std::lock_guard held(disks_lock);
    if (Disk* disk = disk_of(file)) *disk = {.synced = content_of(file_of(file).path), .pending = {}};
    return disk_of(file) ? SQLITE_OK : real_of(file)->pMethods->xSync(real_of(file), flags);
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

int lock_file(sqlite3_file* file, int level) {
    if (fails(Operation::lock)) return SQLITE_IOERR_LOCK;
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

int unlock_file(sqlite3_file* file, int level) { return real_of(file)->pMethods->xUnlock(real_of(file), level); }

int is_reserved(sqlite3_file* file, int* result) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

int control_file(sqlite3_file* file, int what, void* argument) {
    return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

int sector_size(sqlite3_file* file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }

/// Nothing that would let SQLite do without its own care: no atomic writes, no safe appends.
int characteristics(sqlite3_file*) { return 0; }

int map_shared(sqlite3_file* file, int page, int size, int extend, void volatile** to) {
    if (fails(Operation::map)) return SQLITE_IOERR_SHMMAP;
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, to);
}

int lock_shared(sqlite3_file* file, int offset, int count, int flags) {
    if ((flags & SQLITE_SHM_LOCK) && fails(Operation::lock)) return SQLITE_IOERR_SHMLOCK;
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

void shared_barrier(sqlite3_file* file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }

int unmap_shared(sqlite3_file* file, int remove) { return real_of(file)->pMethods->xShmUnmap(real_of(file), remove); }

constexpr sqlite3_io_methods methods{.iVersion = 2,
                                     .xClose = close_file,
                                     .xRead = read_file,
                                     .xWrite = write_file,
                                     .xTruncate = truncate_file,
                                     .xSync = sync_file,
                                     .xFileSize = file_size,
                                     .xLock = lock_file,
                                     .xUnlock = unlock_file,
                                     .xCheckReservedLock = is_reserved,
                                     .xFileControl = control_file,
                                     .xSectorSize = sector_size,
                                     .xDeviceCharacteristics = characteristics,
                                     .xShmMap = map_shared,
                                     .xShmLock = lock_shared,
                                     .xShmBarrier = shared_barrier,
                                     .xShmUnmap = unmap_shared,
                                     .xFetch = nullptr,
                                     .xUnfetch = nullptr};

sqlite3_vfs* disk_vfs = nullptr;

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
    File& ours = file_of(file);
    ours.base.pMethods = nullptr;
    if (fails(Operation::open)) return SQLITE_CANTOPEN;
    ours.real = reinterpret_cast<sqlite3_file*>(&ours + 1);
    const int code = disk_vfs->xOpen(disk_vfs, name, ours.real, flags, out_flags);
    if (code != SQLITE_OK) return code;
    ours.base.pMethods = &methods;
    ours.path = nullptr;
    if (plan.power_lost_at > 0 && name) {
        ours.path = new char[std::strlen(name) + 1];
        std::strcpy(ours.path, name);
        const std::lock_guard held(disks_lock);
        disks.try_emplace(name, Disk{.synced = content_of(name), .pending = {}});
    }
    return SQLITE_OK;
}

int remove_file(sqlite3_vfs*, const char* name, int sync_folder) {
    if (fails(Operation::remove)) return SQLITE_IOERR_DELETE;
    return disk_vfs->xDelete(disk_vfs, name, sync_folder);
}

}  // namespace

std::string_view name_of(Operation operation) {
    constexpr std::string_view names[operation_count]{
        "open", "read", "write", "write on a full disk", "sync", "truncate", "remove", "lock", "map"};
    return names[static_cast<std::size_t>(operation)];
}

void install_vfs() {
    disk_vfs = sqlite3_vfs_find(nullptr);
    static sqlite3_vfs faulty = *disk_vfs;
    faulty.zName = "faulty";
    faulty.szOsFile = static_cast<int>(sizeof(File)) + disk_vfs->szOsFile;
    faulty.xOpen = open_file;
    faulty.xDelete = remove_file;
    sqlite3_vfs_register(&faulty, 1);
}

std::array<std::uint64_t, operation_count> operations_seen() {
    std::array<std::uint64_t, operation_count> counts{};
    for (std::size_t i = 0; i < operation_count; ++i) counts[i] = seen[i];
    return counts;
}

void fail(Operation operation, std::uint64_t nth, Times times) {
    plan.operation = operation;
    plan.nth = nth;
    plan.times = times;
}

std::uint64_t changes_seen() { return changes; }

void lose_power(std::uint64_t nth, std::uint64_t seed) {
    plan.power_lost_at = nth;
    plan.seed = seed;
}

}  // namespace cofnod::faults
