-- Of which neighbourhood a notice tells, and which right it asks for: who loses either no longer reads it.
alter table notifications
  add column if not exists neighborhood_id bigint,
  add column if not exists permission text;

-- Of what was told before nobody knows where it belongs, and so not who may still read it. What it told of stays.
delete from notifications where neighborhood_id is null;
