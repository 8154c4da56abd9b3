import { sql } from 'kysely';
import {
  adminSearchText,
  type DatabaseTransaction,
  hashPassword,
  namesToColumns,
  type ServerContext,
} from '#kernel/plugin-api/server.ts';
import { createPeople } from '#kernel/plugin-api/demo.ts';
import staff from './staff.json' with { type: 'json' };

const demoPassword = 'komak-demo-2026';

/** Seeds the roles and the staff of the demonstration; they share one password, which is hashed once. */
export async function seedAdmins(context: ServerContext): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  await context.transaction(async ({ database }) => {
    const roleIds = await insertRoles(database);
    await insertAdmins(database, roleIds, passwordHash);
    await assignNeighborhoods(database);
    await sql`
      update admin_roles set author_id = (select id from admins where login = 'superadmin')`.execute(
      database,
    );
  });
}

async function insertRoles(database: DatabaseTransaction): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { key, role, permissions, name_uz, name_ru } of staff.roles) {
    const { fold_uz, fold_ru } = namesToColumns({ uz: { name: name_uz }, ru: { name: name_ru } });
    const { rows } = await sql<{ id: number }>`
      insert into admin_roles (role, permissions, name_uz, name_ru, fold_uz, fold_ru)
      values (${role}, ${permissions}, ${name_uz}, ${name_ru}, ${fold_uz}, ${fold_ru}) returning id`.execute(
      database,
    );
    if (rows[0]) ids.set(key, rows[0].id);
  }
  return ids;
}

async function insertAdmins(
  database: DatabaseTransaction,
  roleIds: ReadonlyMap<string, number>,
  passwordHash: string,
): Promise<void> {
  const nextPerson = createPeople(20_260_101);
  const rows = staff.admins.map(({ login, role, ...admin }) => {
    const { first_name, last_name, father_name, phone } = nextPerson();
    const fold_name = adminSearchText({ login, first_name, last_name, father_name });
    return {
      login,
      role_id: roleIds.get(role),
      blocked: 'blocked' in admin,
      first_name,
      last_name,
      father_name,
      fold_name,
      phone,
    };
  });
  await sql`
    insert into admins (login, password_hash, first_name, last_name, father_name, fold_name, phone, role_id, blocked)
    select login, ${passwordHash}, first_name, last_name, father_name, fold_name, phone, role_id, blocked
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as admin (login text, role_id bigint, blocked boolean,
      first_name text, last_name text, father_name text, fold_name text, phone text)`.execute(database);
}

async function assignNeighborhoods(database: DatabaseTransaction): Promise<void> {
  const places = staff.admins.flatMap(({ login, neighborhoods }) =>
    neighborhoods.map((place) => ({ login, place: place + 1 })),
  );
  await sql`
    insert into admin_neighborhoods (admin_id, neighborhood_id)
    select a.id, n.id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as assigned (login text, place bigint)
    join admins a on a.login = assigned.login
    join (select id, row_number() over (order by id) as place from neighborhoods) n on n.place = assigned.place`.execute(
    database,
  );
}
