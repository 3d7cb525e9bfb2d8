-- What `cofnod schema clickhouse` prints, and what `cofnod load` creates. {db}: the database on the servers.

-- name: create_database
CREATE DATABASE IF NOT EXISTS {db}{on_cluster}

-- name: create_table
CREATE TABLE IF NOT EXISTS {db}.{table}{on_cluster}
({columns}
) ENGINE = {engine}{partition} ORDER BY ({order}){granularity}

-- name: partition
PARTITION BY {chunk}

-- name: chunk_of
intDiv({id}, {games})

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

-- name: popular
-- Positions that many games have, by a sample of these. One that is left out by chance is added up by each question.
SELECT key FROM {db}.{pos} WHERE again = 0 AND intHash32(game) % {sampled} = 0
GROUP BY key HAVING count() >= {least} ORDER BY count() DESC, key LIMIT {most} FORMAT RowBinary

-- name: insert_totals
INSERT INTO {db}.{total}
SELECT key, toInt32({chunk}), move, again, toInt64(count()), toInt64(sum(result = 1)), toInt64(sum(result = 3)), toInt64(sum(result = 2)),
       toInt64(sum(white)), toInt64(sum(white > 0)), toInt64(max(white)), toInt64(sum(black)), toInt64(sum(black > 0)), toInt64(max(black)),
       toInt64(max(intDiv(date, 10000)))
FROM {db}.{pos} ANY LEFT JOIN
    (SELECT id AS game, if(white_elo < 4095, white_elo, 0) AS white, if(black_elo < 4095, black_elo, 0) AS black, date FROM {db}.{game}) AS g USING game
WHERE key IN ({keys})
GROUP BY key, move, again

-- name: count_rows
SELECT toInt64(count()) FROM {db}.{table} FORMAT RowBinary

-- name: replace_partition
ALTER TABLE {db}.{table} REPLACE PARTITION {partition} FROM {db}.{stage}

-- name: drop_partition
ALTER TABLE {db}.{table} DROP PARTITION {partition}

