-- Sign-in attempts of the last 15 minutes, per account and per address, of all nodes.

create table sign_in_tries (
  key text primary key,                                        -- sha256 of what is limited, hex
  tries bigint[] not null,                                     -- ms since 1970, oldest first
  was_refused boolean not null,                                -- the last one, which is not among them
  last_at bigint not null                                      -- ms since 1970
);
create index sign_in_tries_over on sign_in_tries (last_at);
