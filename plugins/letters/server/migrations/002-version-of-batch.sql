-- A bulk job writes every letter by the version of the template with which it was begun.
alter table letter_batches add column template_version integer;
