-- Templates of letters and of ready replies, in both languages; a body is a document (letters/contract.ts).
create table letter_templates (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('letter', 'reply')),
  enabled boolean not null default true,
  version integer not null default 1,
  name_uz text not null,
  name_ru text not null,
  subject_uz text not null default '',
  subject_ru text not null default '',
  body_uz jsonb not null,
  body_ru jsonb not null,
  fold_uz text not null,
  fold_ru text not null,
  author_id bigint,
  -- Who wrote this version.
  editor_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Every version that there ever was. A letter names the one that it was made of.
create table letter_template_versions (
  template_id bigint not null,
  version integer not null,
  name_uz text not null,
  name_ru text not null,
  subject_uz text not null,
  subject_ru text not null,
  body_uz jsonb not null,
  body_ru jsonb not null,
  editor_id bigint,
  created_at timestamptz(3) not null,
  primary key (template_id, version)
);

create function letter_template_next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create trigger letter_template_next_version before update on letter_templates
  for each row when (
    (new.name_uz, new.name_ru, new.subject_uz, new.subject_ru, new.body_uz, new.body_ru)
    is distinct from (old.name_uz, old.name_ru, old.subject_uz, old.subject_ru, old.body_uz, old.body_ru)
  ) execute function letter_template_next_version();

create function letter_template_keep_version() returns trigger language plpgsql as $$
begin
  insert into letter_template_versions (template_id, version, name_uz, name_ru, subject_uz, subject_ru, body_uz, body_ru,
    editor_id, created_at)
  values (new.id, new.version, new.name_uz, new.name_ru, new.subject_uz, new.subject_ru, new.body_uz, new.body_ru,
    new.editor_id, new.updated_at)
  on conflict do nothing;
  return null;
end $$;

create trigger letter_template_keep_version after insert or update on letter_templates
  for each row execute function letter_template_keep_version();

-- The outgoing register: the last number of each year, and its day. A number is taken by an update in the transaction that
-- writes the letter, so that one which is rolled back goes to the next letter.
create table letter_registers (
  year integer primary key,
  last_number integer not null,
  last_day date not null
);

create table letters (
  id bigint generated always as identity primary key,
  year integer not null,
  number integer not null,
  register_number text not null unique,
  issued_on date not null,
  -- The secret of the QR code.
  code text not null unique,
  status text not null default 'issued' check (status in ('issued', 'replaced', 'voided')),
  void_reason text,
  language text not null,
  subject text not null,
  body jsonb not null,
  application_id bigint not null,
  addressee text not null,
  signatory_id bigint not null,
  signatory_name text not null,
  signatory_position text not null,
  template_id bigint,
  template_version integer,
  replaces_id bigint unique references letters (id),
  file_id bigint not null,
  batch_id bigint,
  -- Number, addressee and subject, folded.
  search_key text not null,
  author_id bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (year, number)
);

create index letters_application on letters (application_id, id);
create index letters_issued on letters (issued_on, id);
create index letters_addressee on letters (addressee, id);
create index letters_batch on letters (batch_id, id) where batch_id is not null;
create index letters_template on letters (template_id, application_id) where template_id is not null;
create index letters_search on letters using gin (search_key gin_trgm_ops);

-- Bulk jobs: each letter is written in one transaction with its line here, so that after a kill nothing is written twice.
create table letter_batches (
  id bigint generated always as identity primary key,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  template_id bigint not null,
  language text not null,
  signatory_id bigint not null,
  origin text not null,
  total integer not null,
  author_id bigint not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);

create index letter_batches_running on letter_batches (id) where state = 'running';
create index letter_batches_author on letter_batches (author_id, id);

create table letter_batch_items (
  batch_id bigint not null references letter_batches (id),
  application_id bigint not null,
  letter_id bigint references letters (id),
  problem text,
  primary key (batch_id, application_id)
);

create index letter_batch_items_open on letter_batch_items (batch_id, application_id)
  where letter_id is null and problem is null;
