-- The reasons that staff type for entries of the audit log. They may name a citizen, and are deleted with the citizen's data; an
-- entry is never changed, and contains only the id of its reason (kernel/decisions/0058-retention-and-erasure.md).
create table audit_reasons (
  id text primary key,
  subject_type text not null,
  subject_id bigint not null,
  reason text not null
);

create index audit_reasons_subject on audit_reasons (subject_type, subject_id);

create view kernel_v1_audit_reasons as select id, reason from audit_reasons;
