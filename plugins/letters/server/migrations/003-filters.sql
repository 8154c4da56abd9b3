-- The register is narrowed by who signed, also by those who sign no more.
create index letters_signatory on letters (signatory_id, id);

-- The status that the applications of a bulk job had when it began: one that has another when its turn comes gets no letter. Jobs
-- from before do not know it.
alter table letter_batches add column status text;
