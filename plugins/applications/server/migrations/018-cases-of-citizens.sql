-- Whose an application is, for the plugin that proposes whom to take out (kernel/decisions/0058-retention-and-erasure.md).
create or replace view applications_v1_cases as
select id, neighborhood_id, status, status_at, day, citizen_id from applications;
