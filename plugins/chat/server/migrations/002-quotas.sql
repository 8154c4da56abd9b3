-- How many questions a caller has asked in a window, counted by the shared limiter (kernel/server/limits/quotas.ts); the
-- keys are hashes. Lost in a crash, without harm. Nodes of the former version count in chat_questions until they end; the next
-- version drops it.
create unlogged table chat_quotas (
  key bytea not null,
  ends_at timestamptz(3) not null,
  count integer not null,
  primary key (key, ends_at)
);
create index chat_quotas_ends on chat_quotas (ends_at);
