-- The position of a match, to distinguish histories of the same length; and the id of this installation.

alter table live_match add column at bigint not null default 0; -- server time of the newest change, ms since 1970; 0: none yet
update live_match m set at = l.at from match_log l where l.ref = m.ref and l.seq = m.seq;

-- One row, shared by all nodes on this database. Messages between nodes carry it, so that installations can share a Redis.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;
