-- How often households have changed: whoever keeps something made of all of them asks whether that still holds. A change
-- appends a row and waits for nobody, a job adds the rows up, and the sum grows with every change that is committed.
create table household_changes (count bigint not null);

alter table household_changes
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);

create function household_changed() returns trigger language plpgsql as $$
begin
  insert into household_changes (count) values (1);
  return null;
end $$;

create trigger household_changed after insert or update or delete or truncate on households
  for each statement execute function household_changed();

insert into household_changes (count) values (1);
