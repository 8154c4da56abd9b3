-- Sites that send applications by a key. The key is stored as a hash, the secret of its webhooks encrypted.
create table intake_sites (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash bytea not null unique,
  key_end text not null,
  origins text[] not null default '{}',
  rate integer not null check (rate > 0),
  webhook text not null default '',
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);

-- Visitors of the widget who have paid with a proof of work; each ticket brings one application.
create table intake_tickets (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  site text not null,
  expires_at timestamptz(3) not null,
  phone text,
  code_hash text,
  code_until timestamptz(3),
  codes_sent integer not null default 0,
  code_tries integer not null default 0,
  verified_phone text,
  application_id bigint
);
create index intake_tickets_expires on intake_tickets (expires_at);

-- Proofs of work that were spent.
create table intake_spent (hash bytea primary key, expires_at timestamptz(3) not null);

-- Stored files that wait for their application.
create table intake_files (
  file_id bigint primary key,
  ticket_id bigint references intake_tickets on delete set null,
  site_id bigint references intake_sites,
  size bigint not null,
  created_at timestamptz(3) not null default now()
);
create index intake_files_ticket on intake_files (ticket_id) where ticket_id is not null;
create index intake_files_created on intake_files (created_at);

-- Applications from outside. What was told last to the site stands here, so that each change is told once.
create table intake_submissions (
  application_id bigint primary key,
  site_id bigint references intake_sites,
  site text not null,
  source text not null,
  code_hash text not null,
  verified_by text,
  verified_at timestamptz(3),
  status text not null,
  cancel_time timestamptz(3),
  late boolean not null default false,
  created_at timestamptz(3) not null
);
create index intake_submissions_site on intake_submissions (site_id, created_at) where site_id is not null;
create index intake_submissions_due on intake_submissions (cancel_time)
  where site_id is not null and not late and status in ('created', 'accepted');

-- Answers to calls with an idempotency key, encrypted.
create table intake_requests (
  caller text not null,
  key text not null,
  body_hash bytea not null,
  answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (caller, key)
);
create index intake_requests_created on intake_requests (created_at);

-- How often somebody has called in a span of time; the keys are hashes.
create table intake_quotas (
  key bytea not null,
  ends_at timestamptz(3) not null,
  count integer not null,
  primary key (key, ends_at)
);
create index intake_quotas_ends on intake_quotas (ends_at);

-- What the office asks of a citizen.
create table intake_asks (
  id bigint generated always as identity primary key,
  application_id bigint not null references intake_submissions,
  text text not null,
  admin_id bigint not null,
  created_at timestamptz(3) not null default now()
);
create index intake_asks_application on intake_asks (application_id);

-- Events for sites, delivered in the order of their ids.
create table intake_events (
  id bigint generated always as identity primary key,
  site_id bigint not null references intake_sites,
  type text not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  next_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  failed_at timestamptz(3),
  error text
);
create index intake_events_site on intake_events (site_id, id);
create index intake_events_waiting on intake_events (site_id, id) where delivered_at is null and failed_at is null;
create index intake_events_created on intake_events (created_at);
