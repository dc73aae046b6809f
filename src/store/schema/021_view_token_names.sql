-- The name that a person gives a view token, as "Stand B", for the list in which it is found again.

alter table view_token add column name text;
