-- Version 11: problems of new kinds, and frames that name the place which decided. No table changes.

PRAGMA user_version = 11;
