create table idempotency_records (
  admin_id bigint not null,
  key text not null check (length(key) between 1 and 200),
  operation text not null,
  body_hash text not null,
  status smallint not null,
  answer text not null,
  created_at timestamptz(3) not null default now(),
  primary key (admin_id, key)
);

create index idempotency_records_created_at on idempotency_records (created_at);
