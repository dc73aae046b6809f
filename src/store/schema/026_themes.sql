-- The looks that clubs and tournaments save for their screens and overlays.

create table theme (
  club_id bigint references club on delete cascade,
  tournament_id bigint references tournament on delete cascade,
  name text not null check (name ~ '^[a-z0-9-]{1,32}$'),
  settings jsonb not null,                                     -- parameters of an address: src/browser/shared/theme.ts
  constraint theme_owner check (num_nonnulls(club_id, tournament_id) = 1),
  unique (club_id, name),
  unique (tournament_id, name)
);
