-- What other plugins may read (kernel/decisions/0022-data-wall.md).
create view streets_v1_streets as
select id, neighborhood_id, name_uz, name_ru, fold_uz, fold_ru, created_at, updated_at from streets;
