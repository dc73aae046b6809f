-- Links that work once: to set a password, to accept an invitation, and to continue in the console of another phone.

create table one_time_link (
  id uuid primary key,
  secret_hash text not null unique,                            -- sha256 of the secret in the link, hex
  purpose text not null check (purpose in ('password', 'invitation', 'console')),
  subject text not null,                                       -- whose open links count together: user 5, club 10
  made_at bigint not null,                                     -- ms since 1970
  expires_at bigint not null,
  used_at bigint,
  revoked_at bigint,
  made_by bigint references app_user on delete cascade,        -- null: the operator, the mail to the person, or a key
  is_mailed boolean not null default false,                    -- only the owner of the e-mail address has seen it
  user_id bigint references app_user on delete cascade,        -- the person whose password it may set
  password_salt text,                                          -- of that person's password at that time; '' without one
  email text,                                                  -- of an invited person who is not known yet
  club_id bigint references club on delete cascade,
  tournament_id bigint references tournament on delete cascade,
  role text,                                                   -- Owner, Moderator, Member, Organizer; null: as before
  sealed text                                                  -- the credential of a console, encrypted with the secret
);
create index one_time_link_subject on one_time_link (subject);
create index one_time_link_end on one_time_link (expires_at);
create index one_time_link_user on one_time_link (user_id);
create index one_time_link_maker on one_time_link (made_by);
create index one_time_link_club on one_time_link (club_id);
create index one_time_link_tournament on one_time_link (tournament_id);
