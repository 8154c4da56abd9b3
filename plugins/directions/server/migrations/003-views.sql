-- What other plugins may read (kernel/decisions/0022-data-wall.md).
create view directions_v1_directions as
select id, name_uz, name_ru, created_at, updated_at from directions;
