-- The list of the audit log: newest first, by person, action and thing (kernel/decisions/0042-audit-page.md).
create index audit_log_at on audit_log (at, id);
create index audit_log_admin_at on audit_log (admin_id, at, id);
create index audit_log_action_at on audit_log (action, at, id);
create index audit_log_subject_at on audit_log (subject_type, subject_id, at, id);
drop index audit_log_admin, audit_log_subject;

-- Reads are written in batches, which name their things in the details. An entry without them costs nothing here.
create index audit_log_ids on audit_log using gin ((details -> 'ids') jsonb_path_ops) where details ? 'ids';

-- How many entries a day in UTC has, by everything that the list is filtered by: 0 and '' stand for any, -1 for the server
-- itself, the day 'infinity' for all of them. One job adds the sealed entries, each once, in the order of their seals.
create table audit_counts (
  admin_id bigint not null,
  action text collate "C" not null,
  subject_type text collate "C" not null,
  day date not null,
  count bigint not null,
  primary key (admin_id, action, subject_type, day)
) with (fillfactor = 70);
-- Which actions there are, with which kinds of things.
create index audit_counts_known on audit_counts (action, subject_type) where admin_id = 0 and action <> '' and day = 'infinity';

-- The seal up to which entries are counted.
create table audit_counted (
  one boolean primary key default true check (one),
  seq bigint not null
);

-- Adds the entries of the seals after one, up to another.
create function audit_count(after bigint, up_to bigint) returns void language sql as $$
  insert into audit_counts as total (admin_id, action, subject_type, day, count)
  select coalesce(admin_id, 0), coalesce(action, ''), coalesce(subject_type, ''), coalesce(day, 'infinity'), count(*)
  from (
    select coalesce(entry.admin_id, -1) as admin_id, entry.action, entry.subject_type, timezone('UTC', entry.at)::date as day
    from audit_seals as seal join audit_log as entry on entry.id = seal.audit_id
    where seal.seq > after and seal.seq <= up_to
  ) as sealed
  group by grouping sets (
    (admin_id, action, subject_type, day), (admin_id, day), (action, subject_type, day), (day), (action, subject_type))
  on conflict (admin_id, action, subject_type, day) do update set count = total.count + excluded.count
$$;

insert into audit_counted (seq) select coalesce(max(seq), 0) from audit_seals;
select audit_count(0, seq) from audit_counted;

-- What the page of the audit log may read (kernel/decisions/0022-data-wall.md).
create view kernel_v1_audit as
select id, at, admin_id, session_id, address, action, subject_type, subject_id, details from audit_log;

create view kernel_v1_audit_seals as select seq, audit_id from audit_seals;

create view kernel_v1_audit_counts as select admin_id, action, subject_type, day, count from audit_counts;

create view kernel_v1_audit_counted as select seq from audit_counted;
