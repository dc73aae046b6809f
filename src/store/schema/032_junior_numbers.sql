-- Lists and line-ups have the shirt numbers of a squad's juniors: they are read again when these rows change.
create trigger data_version after insert or update or delete on club_junior execute function renew_data_version();
