import { sql } from 'kysely';
import type { RoleLevel } from '#kernel/plugin-api/contract.ts';
import { hashPassword, type ServerContext } from '#kernel/plugin-api/server.ts';
import { createPeople, seedPeople } from '#kernel/plugin-api/demo.ts';
import demo from './logins.json' with { type: 'json' };
import staff from './staff.json' with { type: 'json' };

/** Seeds the roles and the staff of the demonstration; they share one password, which is hashed once. */
export async function seedAdmins(context: ServerContext): Promise<void> {
  const passwordHash = await hashPassword(demo.password);
  await context.transaction(async ({ database }) => {
    const { rows: neighborhoodRows } = await sql<{ id: number }>`
      select id from neighborhoods_v1_neighborhoods order by id`.execute(database);
    const nextPerson = createPeople(20_260_101);
    await seedPeople(database, {
      passwordHash,
      roles: staff.roles.map(({ role, name_uz, name_ru, ...rest }) => ({
        ...rest,
        role: role as RoleLevel,
        uz: { name: name_uz },
        ru: { name: name_ru },
      })),
      admins: staff.admins.map(({ neighborhoods, ...admin }) => {
        const { first_name, last_name, father_name, phone } = nextPerson();
        const ids = neighborhoods.flatMap((index) => neighborhoodRows[index]?.id ?? []);
        return {
          ...admin,
          blocked: 'blocked' in admin,
          first_name,
          last_name,
          father_name,
          phone,
          neighborhoods: ids,
        };
      }),
    });
  });
}
