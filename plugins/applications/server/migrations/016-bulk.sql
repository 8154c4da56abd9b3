-- One thing that is done with many applications. A job does it, each application in a transaction of its own with its line
-- here: what a killed server has not committed is done by the next turn, and nothing twice.
create table application_batches (
  id bigint generated always as identity primary key,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  kind text not null,
  -- The note of a change of status, or what stands with a forward.
  message text not null,
  close_tasks boolean not null default false,
  -- Of a forward.
  receiver_id bigint,
  due date,
  total integer not null,
  author_id bigint not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);

create index application_batches_running on application_batches (id) where state = 'running';
create index application_batches_author on application_batches (author_id, id);

create table application_batch_items (
  batch_id bigint not null references application_batches (id),
  application_id bigint not null,
  -- The step of the timeline that was written.
  action_id bigint,
  problem text,
  primary key (batch_id, application_id)
);

create index application_batch_items_open on application_batch_items (batch_id, application_id)
  where action_id is null and problem is null;
