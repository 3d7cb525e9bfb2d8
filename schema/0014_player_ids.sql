-- Version 14: ids that federations give players. A player whose name another has too is known by a name with the id in it;
-- the games keep the name as their tag.

CREATE TABLE player_id(authority TEXT NOT NULL,id TEXT NOT NULL,player INTEGER NOT NULL REFERENCES player,PRIMARY KEY(authority,id))STRICT,WITHOUT ROWID;
CREATE INDEX player_id_by_player ON player_id(player);

-- Shorter, so that the schema fits into the first page.
DROP VIEW witnesses_view;
CREATE VIEW witnesses_view AS
SELECT w.work,w.game,w.game=w.work AS is_fullest,v.white,v.black,v.date,v.plies,v.notation,v.source,v.line,s.citation FROM witness w JOIN games_view v ON v.id=w.game LEFT JOIN source_run run ON run.first_game=(SELECT max(first_game)FROM source_run WHERE first_game<=w.game)LEFT JOIN source s ON s.id=run.source;

DROP VIEW rejects_view;
CREATE VIEW rejects_view AS
SELECT v.id AS game,v.state,v.source,v.line,v.white,v.black,v.plies,(SELECT message FROM problems_view WHERE game=v.id AND severity='fault' ORDER BY ordinal LIMIT 1)AS reason,u.text AS unread FROM games_view v LEFT JOIN game_unread u ON u.game=v.id WHERE v.state<>'complete';

DROP VIEW sources_view;
CREATE VIEW sources_view AS
SELECT id,path,citation,through,format,charset,state,found,complete,incomplete,rejected,bytes,separators,separator_bytes,iif(state='done',bytes,bytes_done)-game_bytes-separator_bytes AS bytes_unaccounted,content_hash,batch FROM source;

DROP VIEW problems_view;
CREATE VIEW problems_view AS
SELECT source.path AS source,p.line,p.column,p.game,p.severity,k."group",p.kind,(WITH RECURSIVE walk(done,slot,rest)AS(SELECT '','9',replace(coalesce(f.template,'{}'),'{}',k.template)||'{}' UNION ALL SELECT done||coalesce((SELECT substr(group_concat(iif(key>0 AND key=n-1,last,gap)||value,''),length(gap)+1)FROM(SELECT key,value,count(*)OVER()AS n,substr(by,1,instr(by||'|','|')-1)AS gap,substr(by,instr(by,'|')+1)AS last FROM(SELECT substr(slot,instr(slot,':')+1)AS by,iif(slot GLOB 'l*','#-1',substr(slot,1,1))AS i),json_each(p.arguments,'$['||i||']'))),'')||substr(rest,1,instr(rest,'{')-1),substr(rest,instr(rest,'{')+1,instr(rest,'}')-instr(rest,'{')-1),substr(rest,instr(rest,'}')+1)FROM walk WHERE rest<>'')SELECT done FROM walk WHERE rest='')AS message,p.line_text,(SELECT replace(replace(r.template,'{0}',coalesce(max(value),'')),'{0: or }',coalesce(group_concat(value,' or '),''))FROM json_each(p.remedy_arguments,'$[0]'))AS remedy,p.ordinal,p.arguments,p.page,p.box FROM problem p LEFT JOIN problem_template k ON k.name=p.kind LEFT JOIN problem_template f ON f.name=p.frame LEFT JOIN problem_template r ON r.name=p.remedy LEFT JOIN source_run run ON run.first_game=(SELECT max(first_game)FROM source_run WHERE first_game<=p.game)LEFT JOIN source ON source.id=run.source;

DROP VIEW tags_view;
CREATE VIEW tags_view AS
SELECT g.id AS game,j.key AS ordinal,j.value AS name,coalesce(t.value,CASE j.value WHEN 'Event' THEN(SELECT name FROM event WHERE id=g.event)WHEN 'Site' THEN(SELECT name FROM site WHERE id=g.site)WHEN 'White' THEN(SELECT name FROM player WHERE id=g.white)WHEN 'Black' THEN(SELECT name FROM player WHERE id=g.black)WHEN 'Date' THEN CASE WHEN g.date IS NOT NULL THEN iif(g.date/10000,printf('%04d',g.date/10000),'????')||'.'||iif(g.date/100%100,printf('%02d',g.date/100%100),'??')||'.'||iif(g.date%100,printf('%02d',g.date%100),'??')END WHEN 'Round' THEN CAST(g.round AS TEXT)WHEN 'Result' THEN CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' WHEN 4 THEN '0-0' ELSE '*' END WHEN 'WhiteElo' THEN CAST(g.white_elo AS TEXT)WHEN 'BlackElo' THEN CAST(g.black_elo AS TEXT)WHEN 'ECO' THEN g.eco WHEN 'FEN' THEN g.start WHEN 'SetUp' THEN '1' WHEN 'PlyCount' THEN CAST(g.ply_count AS TEXT)END,'')AS value FROM game g JOIN form f ON f.id=g.form JOIN json_each(f.tag_names)j LEFT JOIN game_tag t ON t.game=g.id AND t.ordinal=j.key;

INSERT INTO _counts ("table") VALUES ('player_id');

PRAGMA user_version = 14;
