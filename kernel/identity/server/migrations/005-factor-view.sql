-- The columns that are worked out stand apart: a view that nearly every list joins has those of its table alone, since
-- PostgreSQL unfolds all of a view before it leaves out what nobody asks for.
drop view kernel_v1_admins;

create view kernel_v1_admins as
select id, login, first_name, last_name, father_name, phone, fold_name, role_id, blocked, must_change_password,
  created_at, updated_at, deleted_at
from admins;

create view kernel_v1_admin_factors as
select id as admin_id,
  exists (select from second_factors f where f.admin_id = admins.id and f.confirmed_at is not null) as has_factor,
  not exists (select from second_factors f where f.admin_id = admins.id and f.confirmed_at is not null)
    and case (select value from installation where key = 'second_factor')
      when 'everyone' then true
      when 'super_admins' then exists (select from admin_roles r where r.id = admins.role_id and r.role = 'super_admin')
      else false
    end as must_add_factor
from admins;
