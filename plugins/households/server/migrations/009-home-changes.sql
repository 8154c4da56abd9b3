-- Which households have changed as homes: who lives there, in which neighbourhood, of which category. Whoever keeps something
-- of homes reads and removes these rows. Appended, not unique: a change that is not committed yet must not be taken for read.
create table household_home_changes (household_id bigint not null);

create function household_home_changed() returns trigger language plpgsql as $$
begin
  insert into household_home_changes values (case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;

create trigger household_home_changed after insert or delete or update of neighborhood_id, household_category_id on households
  for each row execute function household_home_changed();

create function household_members_changed() returns trigger language plpgsql as $$
begin
  insert into household_home_changes select distinct household_id from changed_rows;
  return null;
end $$;

create trigger household_members_inserted after insert on household_citizens
  referencing new table as changed_rows for each statement execute function household_members_changed();
create trigger household_members_deleted after delete on household_citizens
  referencing old table as changed_rows for each statement execute function household_members_changed();

insert into household_home_changes select id from households;
