-- The live side: one row per match, its markers, and its log of changes.

create table live_match (
  ref text primary key,                                        -- 'game:100' or 'match:701'
  epoch text not null default left(gen_random_uuid()::text, 8),
  seq integer not null default 0,                              -- moved by compare-and-set only
  hand jsonb not null default '{}'                             -- results set by PATCH (ManualResult in src/match/command.ts)
) with (fillfactor = 50);

create table marker (
  ref text not null,
  key uuid not null,                                           -- the id in lower case
  arrival integer not null,                                    -- seq that first recorded it
  touched integer not null,                                    -- seq of its last write
  body jsonb not null,                                         -- Marker in protocol/rest/marker.ts
  primary key (ref, key)
);

create table match_log (
  ref text not null,
  seq integer not null,
  at bigint not null,                                          -- server time of the commit, ms since 1970
  token_id integer,                                            -- who
  change jsonb not null,                                       -- Change in src/match/command.ts; {"edited": true} after an import
  primary key (ref, seq)
);
