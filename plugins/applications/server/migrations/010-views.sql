-- What other plugins may read (kernel/decisions/0022-data-wall.md).
create view applications_v1_cases as
select id, neighborhood_id, status, status_at, day from applications;
