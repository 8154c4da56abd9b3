-- The list of the audit log: newest first, counted by hours (kernel/decisions/0035-audit-page.md).
create index audit_log_at on audit_log (at, id);
create index audit_log_admin_at on audit_log (admin_id, at, id);
create index audit_log_action_at on audit_log (action, at, id);
drop index audit_log_admin;

-- How many entries an hour has, by everything that the list is filtered by; 0 and '' stand for any, -1 for the server itself.
-- An hour is counted once, when no transaction is left that could add to it.
create table audit_hours (
  admin_id bigint not null,
  plugin text not null,
  action text not null,
  subject_type text not null,
  hour timestamptz(0) not null,
  count bigint not null,
  primary key (admin_id, plugin, action, subject_type, hour)
);

-- The moment up to which hours are counted.
create table audit_counted (
  one boolean primary key default true check (one),
  until timestamptz(0) not null
);

create view kernel_v1_audit as
select id, at, admin_id, session_id, address, action, subject_type, subject_id, details from audit_log;

create view kernel_v1_audit_hours as select admin_id, plugin, action, subject_type, hour, count from audit_hours;

create view kernel_v1_audit_counted as select until from audit_counted;
