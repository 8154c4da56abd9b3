-- What plugins may read of people (kernel/decisions/0022-data-wall.md). They are as plain as they can be, so that PostgreSQL
-- replaces each by its tables, and works out no column that nobody asks for.
create view kernel_v1_admins as
select id, login, first_name, last_name, father_name, phone, fold_name, role_id, blocked, must_change_password,
  exists (select from second_factors f where f.admin_id = admins.id and f.confirmed_at is not null) as has_factor,
  not exists (select from second_factors f where f.admin_id = admins.id and f.confirmed_at is not null)
    and case (select value from installation where key = 'second_factor')
      when 'everyone' then true
      when 'super_admins' then exists (select from admin_roles r where r.id = admins.role_id and r.role = 'super_admin')
      else false
    end as must_add_factor,
  created_at, updated_at, deleted_at
from admins;

create view kernel_v1_admin_roles as
select id, role, permissions, name_uz, name_ru, fold_uz, fold_ru, author_id, created_at, updated_at, deleted_at
from admin_roles;

create view kernel_v1_admin_neighborhoods as
select admin_id, neighborhood_id from admin_neighborhoods;
