-- The version of a site that a form has edited.
alter table intake_sites add column updated_at timestamptz(3) not null default now();
