-- What was told of something goes when that is deleted; what cannot be deleted is not named, and so not in the index.
-- The folded words of a notice, by which it is found.
alter table notifications
  add column subject_type text,
  add column subject_id bigint,
  add column search_key text not null default '';

create index notifications_subject on notifications (subject_type, subject_id) where subject_id is not null;

update notifications set search_key = lpad(coalesce(payload ->> 'application_id', payload ->> 'id', ''), 6, '0');
