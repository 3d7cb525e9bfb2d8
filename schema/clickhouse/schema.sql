-- What `cofnod schema clickhouse` prints, and what `cofnod load` creates. {db}: the database on the servers.

-- name: create_database
CREATE DATABASE IF NOT EXISTS {db}{on_cluster}

-- name: create_table
CREATE TABLE IF NOT EXISTS {db}.{table}{on_cluster}
({columns}
) ENGINE = {engine}{partition} ORDER BY ({order}){granularity}

-- name: partition
PARTITION BY intDiv({id}, {games})

-- name: create_distributed
CREATE TABLE IF NOT EXISTS {db}.{table}_all{on_cluster} AS {db}.{table} ENGINE = Distributed({cluster}, {db}, {table})

-- name: create_merge
CREATE TABLE IF NOT EXISTS {db}.{table}_all AS {db}.{table} ENGINE = Merge({db}, '^{table}$')

-- name: create_distributed_parts
CREATE TABLE IF NOT EXISTS {db}.parts_all{on_cluster}
(
    database String,
    table String,
    partition String,
    active UInt8,
    rows UInt64
) ENGINE = Distributed({cluster}, system, parts)

-- name: create_local_parts
CREATE VIEW IF NOT EXISTS {db}.parts_all AS SELECT database, table, partition, active, rows FROM system.parts

-- name: replicated
ReplicatedMergeTree('/clickhouse/tables/{shard}/{db}/{table}', '{replica}')

-- name: create_stage
CREATE TABLE {db}.{stage} AS {db}.{table} ENGINE = MergeTree{partition} ORDER BY ({order}){granularity}

-- name: granularity
-- Rows that are read at least, for one of them.
SETTINGS index_granularity = {rows}

-- name: claim
-- Which database the ids from a multiple of 2^40 on belong to; creating a table is atomic.
CREATE TABLE {db}.database_{number} ({name} UInt8) ENGINE = Null

-- name: claims
SELECT table, name FROM system.columns WHERE database = {db_text} AND table LIKE 'database_%' FORMAT RowBinary

-- name: stages
SELECT name FROM system.tables WHERE database = {db_text} AND name LIKE 'stage_%' FORMAT RowBinary

-- name: drop_table
DROP TABLE IF EXISTS {db}.{table}

-- name: insert
INSERT INTO {db}.{table} FORMAT RowBinary

-- name: count_rows
SELECT toInt64(count()) FROM {db}.{table} FORMAT RowBinary

-- name: replace_partition
ALTER TABLE {db}.{table} REPLACE PARTITION {partition} FROM {db}.{stage}

-- name: drop_partition
ALTER TABLE {db}.{table} DROP PARTITION {partition}

