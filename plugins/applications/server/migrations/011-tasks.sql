-- A forward is a task. What is to be done is the message of its step of the timeline; the step that ends it has the result,
-- or the reason why it is given back.
create table application_tasks (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications (id),
  action_id bigint not null unique references application_actions (id),
  admin_id bigint not null,
  given_by bigint,
  -- Who was meant, where an absence gave it to a substitute.
  instead_of bigint,
  -- Null for forwards of clients that know of no day.
  due_at timestamptz(3),
  state text not null default 'open' check (state in ('open', 'done', 'returned', 'closed')),
  result_action_id bigint references application_actions (id),
  ended_at timestamptz(3),
  ended_by bigint,
  check ((state = 'open') = (ended_at is null))
);

create index application_tasks_application on application_tasks (application_id, id);
create index application_tasks_open on application_tasks (admin_id, due_at, id) include (application_id) where state = 'open';
create index application_tasks_due on application_tasks (due_at, id) where state = 'open';

-- What was said of the day of a task; the key makes each warning one, as in `application_warnings`.
create table application_task_warnings (
  task_id bigint not null references application_tasks (id),
  due_at timestamptz(3) not null,
  stage smallint not null check (stage in (2, 3)),
  created_at timestamptz(3) not null default now(),
  primary key (task_id, due_at, stage)
);
