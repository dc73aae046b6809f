-- The juniors of a club's squad. They have no account; `public_names` of the club says who reads their names (rule NAME-1).
create table club_junior (
  club_id bigint not null references club,
  junior_id bigint not null references junior,
  status text not null,                                        -- active, former
  jersey_number integer,                                       -- not unique: the teams of each age have their own numbers
  club_position text,
  joined_at bigint not null,
  primary key (club_id, junior_id)
);
create index club_junior_junior on club_junior (junior_id);
