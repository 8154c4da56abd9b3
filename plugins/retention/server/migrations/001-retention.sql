-- Who is to be taken out (kernel/decisions/0058-retention-and-erasure.md). The citizen is named without a foreign key: they go, and
-- the row stays.
create table retention_requests (
  id bigint generated always as identity primary key,
  citizen_id bigint not null,
  -- Whose idea it was: 'staff', or the rule by which a job has proposed it.
  source text not null check (source in ('staff', 'finished', 'idle')),
  state text not null check (state in ('proposed', 'asked', 'confirmed', 'done', 'refused', 'withdrawn')),
  -- Written by a super admin; empty once it is done.
  reason text not null default '',
  requested_by bigint,
  asked_at timestamptz(3),
  confirmed_by bigint,
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  -- By the key of the text: how much was taken out.
  counts jsonb not null default '{}',
  -- What stood in the way: the key of the text, and ids.
  obstacles jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create unique index retention_requests_waiting on retention_requests (citizen_id)
  where state in ('proposed', 'asked', 'confirmed');
create index retention_requests_confirmed on retention_requests (id) where state = 'confirmed';
create index retention_requests_ended on retention_requests (ended_at) where ended_at is not null;

-- What must be kept whatever is asked for, such as for a court.
create table retention_holds (
  id bigint generated always as identity primary key,
  subject_type text not null check (subject_type in ('user', 'application')),
  subject_id bigint not null,
  reason text not null,
  placed_by bigint not null,
  placed_at timestamptz(3) not null default now(),
  lifted_by bigint,
  lifted_at timestamptz(3)
);

create unique index retention_holds_active on retention_holds (subject_type, subject_id) where lifted_at is null;
