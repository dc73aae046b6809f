-- Data of the integrations pages: view tokens and the audit trail.

-- A view token is a signed JWT. This row says that it is valid, who made it and when it was last used. A token without a
-- row is rejected.
create table view_token (
  id uuid primary key,                                         -- the jti
  token_id integer references api_token on delete cascade,     -- the token that it was made with, or
  user_id bigint references app_user on delete cascade,        -- the person who made it on a page: it lives while he may read
  channels jsonb not null,                                     -- array of text, in order
  created_at bigint not null,
  expires_at bigint not null,
  revoked boolean not null default false,
  last_used_at bigint,                                         -- to the minute
  last_used_from text,                                         -- address
  constraint view_token_maker check (num_nonnulls(token_id, user_id) = 1)
);
create index view_token_made_with on view_token (token_id);
create index view_token_made_by on view_token (user_id);
create index view_token_end on view_token (expires_at);
create index view_token_channels on view_token using gin (channels);

create table audit (
  id bigint primary key generated always as identity,
  at bigint not null,
  user_id bigint references app_user on delete set null,
  user_name text not null,                                     -- as it was then
  action text not null,                                        -- Action in src/store/audit.ts
  subject text not null,                                       -- the name of the app, the channels of a view token
  -- The page that shows it: of a club, of a tournament, or of the user whose app it is about.
  club_id bigint references club on delete cascade,
  tournament_id bigint references tournament on delete cascade,
  owner_id bigint references app_user on delete cascade
);
create index audit_club on audit (club_id, id);
create index audit_tournament on audit (tournament_id, id);
create index audit_owner on audit (owner_id, id);
create index audit_user on audit (user_id);

-- Deleting a user deletes the user's permissions and connected apps. A legacy app token belongs to the app and stays
-- (rule ACCESS-8).
create function end_user_rights() returns trigger language plpgsql as $$
begin
  delete from api_token where user_id = old.id and kind = 'connected_app';
  update api_token set user_id = null where user_id = old.id;
  delete from club_member where user_id = old.id;
  delete from tournament_organizer where user_id = old.id;
  return old;
end $$;
create trigger user_rights before delete on app_user for each row execute function end_user_rights();
