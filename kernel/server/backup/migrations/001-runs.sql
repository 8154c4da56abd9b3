-- Backups that the server made by itself, and restore drills: what each did, so that a missed night is caught up, and told.
create table backup_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'drill')),
  -- The name of the backup in its folder or bucket; null where a run failed before it had one.
  name text,
  started_at timestamptz(3) not null default now(),
  -- Null while it runs, and for ever where the node was killed meanwhile.
  ended_at timestamptz(3),
  succeeded boolean not null default false,
  -- Why it failed, in a sentence without personal data.
  problem text,
  -- What was written or compared, and how long it took.
  details jsonb not null default '{}'
);
create index backup_runs_kind on backup_runs (kind, id desc);
