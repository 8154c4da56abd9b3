-- Who is away, from when until when (both days are included), and who takes what is new for them meanwhile.
create table application_absences (
  id bigint generated always as identity primary key,
  admin_id bigint not null,
  from_day date not null,
  until_day date not null,
  substitute_id bigint not null,
  created_by bigint,
  created_at timestamptz(3) not null default now(),
  check (from_day <= until_day),
  check (admin_id <> substitute_id)
);

create index application_absences_admin on application_absences (admin_id, until_day);

-- Cases and tasks that go from an admin to others. A job moves what has not moved yet, writes the step of each timeline, and
-- may be ended at any moment: what it has done is in the items.
create table application_handovers (
  id bigint generated always as identity primary key,
  admin_id bigint not null,
  -- Null where the server has found cases that their receiver could not open.
  author_id bigint,
  -- What stands in each timeline.
  message text not null,
  created_at timestamptz(3) not null default now()
);

create table application_handover_items (
  handover_id bigint not null references application_handovers (id),
  application_id bigint not null references applications (id),
  -- Null where nobody could take it.
  successor_id bigint,
  -- Whether the case goes over, or tasks of it alone.
  is_case boolean not null,
  done_at timestamptz(3),
  primary key (handover_id, application_id)
);

create index application_handover_items_pending on application_handover_items (handover_id, application_id)
  where done_at is null;

-- What nobody is responsible for any more lies with what nobody has taken.
drop index applications_untaken;
create index applications_untaken on applications (cancel_time, id) include (neighborhood_id)
  where status in ('created', 'accepted') and receiver_id is null;

-- How much each person has answered lately.
create index applications_answered on applications (status_at) include (receiver_id, created_at, neighborhood_id)
  where status in ('completed', 'rejected');
