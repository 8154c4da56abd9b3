create extension if not exists pg_trgm;

-- An application keeps a snapshot of its author: the citizen as he was when he asked.
-- Admins are named without a foreign key: whoever leaves the service must not touch the record of what he did.
create table applications (
  id bigint generated always as identity primary key,
  -- The day of creation in the deployment's time zone: lists are in the order (day, id), and counted by day.
  day date not null,
  neighborhood_id bigint not null references neighborhoods (id),
  status text not null default 'created'
    check (status in ('created', 'accepted', 'completed', 'rejected', 'canceled')),
  status_at timestamptz(3) not null default now(),
  status_note text,
  first_name text not null,
  last_name text not null,
  father_name text,
  phone text,
  birthday date,
  passport_series text,
  passport_number text,
  personal_number text,
  address text,
  author_neighborhood_id bigint,
  employment_status text not null
    check (employment_status in ('official', 'unofficial', 'self_employed', 'unemployed', 'disabled', 'migration')),
  salary text,
  planned_assistance text not null,
  -- The deadline.
  cancel_time timestamptz(3),
  receiver_id bigint,
  created_by bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Folded names, phone, passport and JSHSHIR, as `store/search-key.ts` writes it.
  search_key text not null
);

create index applications_day on applications (day, id);
create index applications_neighborhood on applications (neighborhood_id, day, id);
create index applications_status on applications (status, day, id);
create index applications_neighborhood_status on applications (neighborhood_id, status, day, id);
create index applications_deadline on applications (cancel_time, id) include (neighborhood_id, status);
-- For the late ones: within each day those whose deadline has passed lie together.
create index applications_open on applications (day, cancel_time, id) include (neighborhood_id, status)
  where status in ('created', 'accepted');
-- A small pending list: whoever fills it sorts it into the index, and should not be long about it.
create index applications_search on applications using gin (search_key gin_trgm_ops) with (gin_pending_list_limit = 512);

create table application_actions (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications (id),
  type text not null check (type in ('status', 'message', 'forward')),
  status text,
  note text,
  message text,
  receiver_id bigint,
  sender_id bigint,
  created_at timestamptz(3) not null default now(),
  check ((type = 'status') = (status is not null)),
  check ((type = 'forward') = (receiver_id is not null))
);

create index application_actions_application on application_actions (application_id, id);

create table application_files (
  file_id bigint primary key references files (id),
  application_id bigint not null references applications (id),
  -- The step of the timeline that it came with; null when it came with the application itself.
  action_id bigint references application_actions (id)
);

create index application_files_application on application_files (application_id, file_id);
