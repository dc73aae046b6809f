-- Passkeys of users, and the challenges that were answered.

create table passkey (
  id text primary key,                                         -- the credential id, base64url
  user_id bigint not null references app_user on delete cascade,
  name text not null,
  public_key text not null,                                    -- COSE, base64url
  counter bigint not null,                                     -- of signatures; 0 where the authenticator counts none
  transports jsonb not null,                                   -- array of text
  created_at bigint not null,                                  -- ms since 1970
  last_used_at bigint
);
create index passkey_user on passkey (user_id);

-- A challenge is answered once. Open challenges are signed and not stored.
create table answered_challenge (
  id text primary key,                                         -- sha256, hex
  expires_at bigint not null                                   -- ms since 1970; then the row may go
);
create index answered_challenge_end on answered_challenge (expires_at);
