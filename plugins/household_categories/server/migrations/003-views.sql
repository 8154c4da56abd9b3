-- What other plugins may read (kernel/decisions/0022-data-wall.md).
create view household_categories_v1_categories as
select id, name_uz, name_ru, color, created_at, updated_at from household_categories;
