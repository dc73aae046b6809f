-- People, clubs and their games, as given by data files. Times are ms since 1970; null has the data file's meaning.
-- Readers compute defaults that depend on other columns (a team's name, its colour).

create table app_user (
  id bigint primary key,
  slug text not null,
  name text not null,
  email text,
  password_hash text,                                          -- scrypt:N:r:p:salt:hash
  avatar_url text,
  preferred_position text,
  secondary_positions jsonb not null,                          -- array of text
  skill_level text not null,
  is_admin boolean not null,
  -- Deferred, so that one import can exchange two slugs; the same below.
  constraint app_user_slug unique (slug) deferrable initially deferred
);
create index app_user_email on app_user (lower(email));

create table junior (
  id bigint primary key,
  name text not null
);

create table club (
  id bigint primary key,
  slug text not null,
  name text not null,
  city text,
  location text,
  description text,
  is_private boolean not null,
  created_at bigint not null,
  badge_url text,
  cover_photo_url text,
  constraint club_slug unique (slug) deferrable initially deferred
);

create table club_member (
  club_id bigint not null references club,
  user_id bigint not null references app_user,
  role text not null,                                          -- Owner, Moderator, Member
  status text not null,                                        -- active, pending, former
  jersey_number integer,                                       -- unique among a club's active members
  club_position text,
  joined_at bigint not null,
  primary key (club_id, user_id)
);
create index club_member_user on club_member (user_id);

create table game (
  id bigint primary key,
  club_id bigint not null references club,
  slug text not null,
  title text not null,
  date_time bigint not null,                                   -- kick-off
  timezone text not null,
  location text,
  field text,
  pitch text,
  description text,
  notes text,
  max_players integer,                                         -- null: as many as joined
  skill_level text,
  cost_per_player double precision,
  is_public boolean not null,
  organizer_id bigint references app_user,                     -- null: the club's owner
  game_mode boolean not null,
  halves integer not null,
  half_minutes integer not null,
  extra_half_minutes integer not null,
  constraint game_slug unique (club_id, slug) deferrable initially deferred
);
create index game_by_kick_off on game (club_id, date_time);
create index game_organizer on game (organizer_id);

create table game_team (
  game_id bigint not null references game,
  number integer not null,
  name text,                                                   -- null: Team N
  jersey_color text,                                           -- null: the palette's
  primary key (game_id, number)
);

create table game_matchup (
  game_id bigint not null references game,
  match_index integer not null,
  home_team integer not null,
  away_team integer,                                           -- null: a bye
  primary key (game_id, match_index)
);

create table game_participant (
  game_id bigint not null references game,
  place integer not null,                                      -- order in the file
  player_type text not null,                                   -- user, junior, guest
  player_id bigint,                                            -- app_user or junior; null for guests
  name text,                                                   -- guests only
  rsvp text not null,                                          -- confirmed, maybe
  team integer,
  is_captain boolean not null,
  is_substitute boolean not null,
  pitch_role text,
  checked_in boolean not null,
  primary key (game_id, place)
);
create index game_participant_player on game_participant (player_id, player_type);
