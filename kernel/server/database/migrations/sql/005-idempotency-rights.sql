-- A digest of the rights and the area under which an answer was given; the release before writes none.
alter table idempotency_records add column rights text;
