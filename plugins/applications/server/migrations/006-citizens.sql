-- Who asks is a citizen of the register; the columns of the author keep what was known of them when the application came.
alter table applications
  add column citizen_id bigint references users (id),
  -- Who brought it: 'staff', or the channel of whoever received it from outside.
  add column source text not null default 'staff';

create index applications_citizen on applications (citizen_id, id) where citizen_id is not null;
