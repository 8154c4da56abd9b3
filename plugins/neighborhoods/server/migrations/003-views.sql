-- What other plugins may read (kernel/decisions/0022-data-wall.md).
create view neighborhoods_v1_neighborhoods as
select id, name_uz, name_ru, fold_uz, fold_ru, coords, color, created_at, updated_at from neighborhoods;
