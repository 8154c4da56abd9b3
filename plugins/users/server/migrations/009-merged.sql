-- Whoever was merged is looked for by the audit log (kernel/decisions/0042-audit-page.md).
create index user_merges_by_merged on user_merges (merged_id);
create index user_merges_by_remaining on user_merges (remaining_id);
drop index user_merges_remaining;
