-- Where a match stands, so that two histories of the same length can be told apart; and which installation this is.

alter table live_match add column at bigint not null default 0; -- server time of the newest change, ms since 1970; 0: none yet
update live_match m set at = l.at from match_log l where l.ref = m.ref and l.seq = m.seq;

-- One row. Nodes on one database share it; what they tell each other carries it, so that installations may share a Redis.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;
