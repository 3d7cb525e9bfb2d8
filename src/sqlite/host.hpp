#pragma once

// Included before everything else in the files of the extension that know SQLite, and in those of store when they are
// compiled into it: each call is one to the SQLite of the host program, none to a second one.
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
