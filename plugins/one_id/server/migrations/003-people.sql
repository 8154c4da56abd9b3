-- By which text another plugin knows a person again who identifies themselves for it; null for a sign-in or a link.
alter table one_id_attempts add column subject text;
