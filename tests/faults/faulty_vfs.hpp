#pragma once

#include <array>
#include <cstdint>
#include <string_view>

/// A SQLite VFS between SQLite and the disk that fails when it is told to, and that can lose power.
namespace cofnod::faults {

enum class Operation : std::uint8_t { open, read, write, fill, sync, truncate, remove, lock, map };
constexpr std::size_t operation_count = 9;

std::string_view name_of(Operation operation);

/// Makes the VFS the one that every connection opened from now on uses.
void install_vfs();

/// How often each operation was asked for since install_vfs.
std::array<std::uint64_t, operation_count> operations_seen();

enum class Times : std::uint8_t { once, for_ever };

/// The `nth` operation of this kind, from 1, fails with the error that a broken disk gives (`fill`: a write on a full
/// one); with for_ever all later ones do too.
void fail(Operation operation, std::uint64_t nth, Times times);

/// Writes and syncs together, since install_vfs.
std::uint64_t changes_seen();

/// The process ends at the `nth` write or sync, and of what was written since the last sync of its file only some
/// sectors of 512 bytes arrive on the disk, chosen by `seed`, in no order.
void lose_power(std::uint64_t nth, std::uint64_t seed);

/// The exit code of a process that lost power.
constexpr int exit_of_power_loss = 99;

}  // namespace cofnod::faults
