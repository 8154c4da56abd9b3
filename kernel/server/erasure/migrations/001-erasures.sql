-- The journal of citizens who were taken out, without a value of theirs (kernel/decisions/0058-retention-and-erasure.md). It is
-- kept beside the database too, so that what a backup brings back is taken out again.
create table erasures (
  id uuid primary key,
  -- Ids by the subject of the audit log, such as {"user": [5], "application": [3, 4]}.
  subjects jsonb not null,
  -- Keyed digests of their JSHSHIR: who was written down elsewhere is known by them.
  digests text[] not null,
  -- By the key of the text: how much was taken out.
  counts jsonb not null,
  erased_at timestamptz(3) not null default now(),
  -- Stored names of files whose bytes are still to be removed.
  blobs uuid[] not null,
  -- When it was noted beside the database.
  noted_at timestamptz(3),
  -- The database is older than the erasure: it has to be done again before anybody is served.
  again boolean not null default false
);

create index erasures_open on erasures (id) where again or noted_at is null or blobs <> '{}';
