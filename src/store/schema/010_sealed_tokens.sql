-- Connected app tokens, encrypted, for the reconnection that answers the same one (rule ACCESS-15). Whoever reads this
-- database without TOUCHLINE_SECRET can use none. Not part of an export.

create table sealed_token (
  token_id integer primary key references api_token on delete cascade,
  sealed text not null                                         -- src/auth/seals.ts
);
