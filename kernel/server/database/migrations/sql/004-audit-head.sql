-- The newest seal, signed with the key of the installation: whoever makes the chain anew, or cuts its end off, cannot sign it.
create table audit_head (
  one boolean primary key default true check (one),
  seq bigint not null,
  hash text not null,
  signature text not null
);

-- Seals are made anew over the entries that are there, in a form that tells apart whatever may stand in a field. When a seal
-- was made was covered by none.
alter table audit_seals disable trigger audit_seals_append_only;
delete from audit_seals;
alter table audit_seals enable trigger audit_seals_append_only;
alter table audit_seals drop column sealed_at;
