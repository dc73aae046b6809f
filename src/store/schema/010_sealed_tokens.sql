-- Connected app tokens, encrypted, so that a reconnection gets the same token (rule ACCESS-15). They are useless without
-- TOUCHLINE_SECRET. Not part of an export.

create table sealed_token (
  token_id integer primary key references api_token on delete cascade,
  sealed text not null                                         -- src/auth/encryption.ts
);
