-- Tournaments, their teams, players and matches, as given by data files.

create table tournament (
  id bigint primary key,
  slug text not null,
  name text not null,
  status text not null,
  format text not null,
  tournament_type text not null,                               -- inter_club, intra_club
  description text,
  start_date text,                                             -- in the form in which it was given (rule READ-11)
  end_date text,
  location text,
  host_club_id bigint references club,
  halves integer not null,
  half_minutes integer not null,
  extra_half_minutes integer not null,
  tie_breaks jsonb not null,                                   -- array of text
  constraint tournament_slug unique (slug) deferrable initially deferred
);
create index tournament_host on tournament (host_club_id);

create table tournament_organizer (
  tournament_id bigint not null references tournament,
  place integer not null,
  user_id bigint not null references app_user,
  primary key (tournament_id, user_id)
);
create index tournament_organizer_user on tournament_organizer (user_id);

create table tournament_team (
  id bigint primary key,
  tournament_id bigint not null references tournament,
  name text not null,
  club_id bigint references club,
  group_name text
);
create index tournament_team_of on tournament_team (tournament_id);
create index tournament_team_club on tournament_team (club_id);

create table tournament_player (
  tournament_id bigint not null references tournament,
  user_id bigint not null references app_user,
  team_id bigint references tournament_team,
  jersey_number integer,
  team_position text,
  captain boolean not null,
  registration_status text not null,
  jersey_size text,
  jersey_name text,
  jersey_number_preferences jsonb not null,                    -- array of integers
  waiver_accepted_at bigint,
  primary key (tournament_id, user_id)
);
create index tournament_player_user on tournament_player (user_id);
create index tournament_player_team on tournament_player (team_id);

create table tournament_match (
  id bigint primary key,
  tournament_id bigint not null references tournament,
  stage text not null,
  group_name text,
  round integer,
  knockout_round text,
  knockout_round_label text,
  status text not null,                                        -- as given; markers say more
  scheduled_at bigint,
  played_at bigint,
  field text,
  pitch text,
  home_team_id bigint references tournament_team,
  home_placeholder text,
  away_team_id bigint references tournament_team,
  away_placeholder text,
  stream_url text,
  notes text,
  halves integer,                                              -- these three null: the tournament's
  half_minutes integer,
  extra_half_minutes integer
);
create index tournament_match_of on tournament_match (tournament_id);
create index tournament_match_home on tournament_match (home_team_id);
create index tournament_match_away on tournament_match (away_team_id);

-- The score of a data file. Goals from markers add to it: the stored value is the given score minus the goals of the
-- markers in the same file.
create table match_given_score (
  match_id bigint primary key references tournament_match,
  home integer,
  away integer,
  home_penalties integer,
  away_penalties integer
);

create table match_lineup (
  match_id bigint not null references tournament_match,
  place integer not null,                                      -- order in the file: home before away, starters first
  side text not null,                                          -- home, away
  is_starter boolean not null,
  user_id bigint not null references app_user,
  jersey_number integer,
  captain boolean not null,
  position text,
  pitch_x double precision,
  pitch_y double precision,
  primary key (match_id, user_id)
);
create index match_lineup_user on match_lineup (user_id);

create table match_authorized_club (
  match_id bigint not null references tournament_match,
  place integer not null,
  club_id bigint not null references club,
  primary key (match_id, club_id)
);
create index match_authorized_club_club on match_authorized_club (club_id);
