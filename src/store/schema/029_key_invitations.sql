-- The API token of a club that made an invitation: the invitation ends with it. Nodes of the version before ignore the column.
alter table one_time_link add column made_by_token integer references api_token on delete cascade;
create index one_time_link_token on one_time_link (made_by_token);
