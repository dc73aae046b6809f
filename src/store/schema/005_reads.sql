-- For reading lists: whether data-file data has changed, and the time of a game's last marker.

-- One row. Every change of a table below sets a new version in the same transaction; caches compare it. It is random, not
-- a counter, so that a database restored from a backup has another version too.
create table data_version (
  is_only boolean primary key default true check (is_only),
  version uuid not null default gen_random_uuid()
);
insert into data_version default values;

create function renew_data_version() returns trigger language plpgsql as $$
begin
  update data_version set version = gen_random_uuid();
  return null;
end $$;

create trigger data_version after insert or update or delete on app_user execute function renew_data_version();
create trigger data_version after insert or update or delete on junior execute function renew_data_version();
create trigger data_version after insert or update or delete on club execute function renew_data_version();
create trigger data_version after insert or update or delete on club_member execute function renew_data_version();
create trigger data_version after insert or update or delete on game execute function renew_data_version();
create trigger data_version after insert or update or delete on game_team execute function renew_data_version();
create trigger data_version after insert or update or delete on game_matchup execute function renew_data_version();
create trigger data_version after insert or update or delete on game_participant execute function renew_data_version();
create trigger data_version after insert or update or delete on tournament execute function renew_data_version();
create trigger data_version after insert or update or delete on tournament_team execute function renew_data_version();
create trigger data_version after insert or update or delete on tournament_player execute function renew_data_version();
create trigger data_version after insert or update or delete on tournament_match execute function renew_data_version();
create trigger data_version after insert or update or delete on match_given_score execute function renew_data_version();
create trigger data_version after insert or update or delete on match_lineup execute function renew_data_version();
create trigger data_version after insert or update or delete on match_authorized_club execute function renew_data_version();

-- The last marker decides whether a game is past (rule READ-3): read for every game of a club.
create index marker_time on marker (ref, (((body->>'at')::bigint)));

-- The markers that lists are made of (src/store/results.ts has the same condition, word for word).
create index marker_shown on marker (ref)
  where body ? 'label' or body->>'type' not in ('Shot', 'Miss', 'Save', 'ChanceCreated', 'Defense', 'Foul',
    'Substitution', 'Penalty', 'PenaltyMissed');
