-- The register is narrowed by who signed, also by those who sign no more.
create index letters_signatory on letters (signatory_id, id);
