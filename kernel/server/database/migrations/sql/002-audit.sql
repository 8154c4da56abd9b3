-- Who did what, when, from where; written in the transaction of the change, by a sequence, without waiting.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  admin_id bigint,
  session_id bigint,
  address text,
  action text not null,
  subject_type text not null,
  subject_id bigint,
  details jsonb not null default '{}'
);

create index audit_log_subject on audit_log (subject_type, subject_id, id);
create index audit_log_admin on audit_log (admin_id, id);

-- The chain over it, appended by one sealer; see kernel/decisions/0001-audit-seals.md.
create table audit_seals (
  seq bigint primary key,
  audit_id bigint not null unique references audit_log (id),
  previous text not null,
  hash text not null,
  sealed_at timestamptz(3) not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
