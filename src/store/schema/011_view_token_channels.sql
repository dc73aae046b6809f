-- The channels of view tokens, one row each, to find those of a club with a thousand games: an index over the lists
-- themselves takes seconds for that.

create table view_token_channel (
  channel text not null,
  view_token_id uuid not null references view_token on delete cascade,
  primary key (channel, view_token_id)
);
create index view_token_channel_of on view_token_channel (view_token_id);

create function list_view_token_channels() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from view_token_channel where view_token_id = new.id;
  end if;
  insert into view_token_channel (channel, view_token_id)
    select distinct value, new.id from jsonb_array_elements_text(new.channels);
  return null;
end $$;
create trigger channels after insert or update of channels on view_token
  for each row execute function list_view_token_channels();

insert into view_token_channel (channel, view_token_id)
  select distinct c.value, v.id from view_token v, jsonb_array_elements_text(v.channels) c;
drop index view_token_channels;
