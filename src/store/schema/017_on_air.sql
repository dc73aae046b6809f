-- What is on air at a game or match by a director's hand: a row for each match at which a director did something. It is no
-- part of the match, and each of its items ends by itself.

create table on_air (
  ref text primary key references live_match on delete cascade,
  seq integer not null,                                        -- grows with each change
  at bigint not null,                                          -- server time of the newest change, ms since 1970
  items jsonb not null                                         -- OnAir in protocol/wire/air.ts
);
