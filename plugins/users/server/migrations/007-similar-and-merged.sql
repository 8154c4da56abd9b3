-- Who may be one person is found by birthday, phone and passport (kernel/decisions/0030-citizens.md).
create index users_birthday on users (birthday, id) where birthday is not null;

-- Two citizens who were one person, with all that is needed to part them again as they were.
create table user_merges (
  id bigint generated always as identity primary key,
  remaining_id bigint not null,
  merged_id bigint not null,
  -- Both rows as they were, and the version of the first after the merge.
  remaining_before jsonb not null,
  merged_before jsonb not null,
  remaining_version timestamptz(3) not null,
  -- Ids by the kind of thing that named the second.
  moved jsonb not null,
  author_id bigint,
  created_at timestamptz(3) not null default now(),
  undone_by bigint,
  undone_at timestamptz(3)
);

create index user_merges_remaining on user_merges (remaining_id) where undone_at is null;
