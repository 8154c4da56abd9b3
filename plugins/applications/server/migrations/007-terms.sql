-- Each change of a deadline after the first. The reason is the message of the step of the timeline.
create table application_terms (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications (id),
  action_id bigint not null references application_actions (id),
  kind text not null check (kind in ('study', 'extension', 'transfer', 'reopening')),
  former timestamptz(3),
  until timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);

create index application_terms_application on application_terms (application_id, id);

-- What was said of a deadline. A new deadline is warned of again; the key makes each warning one.
create table application_warnings (
  application_id bigint not null references applications (id),
  term timestamptz(3) not null,
  -- 1: some days before, 2: the last days before, 3: at the deadline.
  stage smallint not null check (stage in (1, 2, 3)),
  created_at timestamptz(3) not null default now(),
  primary key (application_id, term, stage)
);

-- On which days a head was told of the late applications of their area.
create table application_head_warnings (
  admin_id bigint not null,
  day date not null,
  primary key (admin_id, day)
);
