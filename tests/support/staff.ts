import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ApiClient, TestServer } from '#kernel/testing/server.ts';
import type { Admin, RoleOption } from '#plugins/admins/contract.ts';

/** A valid password. */
export const goodPassword = 'qirqta-tuya-besh';

/** The body of `PUT admins/{id}` for an admin. */
export function bodyOf(admin: Admin, more: object = {}) {
  return {
    role_id: admin.role_id,
    neighborhoods: admin.neighborhoods.map(({ id }) => id),
    login: admin.login,
    first_name: admin.first_name,
    last_name: admin.last_name,
    phone: admin.phone,
    ...more,
  };
}

/** A super admin of the demonstration, who creates other admins. */
export interface Staff {
  readonly chief: ApiClient;
  /** The id of a demonstration role. */
  role(name: string): number;
  /** A valid body of `POST admins/register`. */
  draft(more?: object): Record<string, unknown> & { login: string; password: string };
  create(more?: object): Promise<Admin>;
  /** The details of the audit entries of an admin. */
  auditOf(action: string, id: number): Promise<{ fields?: string[] }[]>;
}

/** Signs in as the super admin of the demonstration. */
export async function staffOf(server: TestServer): Promise<Staff> {
  const chief = await server.signIn('superadmin');
  const { body: options } = await chief.get<RoleOption[]>('admins/roles?pagination=false');
  const roles = new Map(options.map(({ id, uz }) => [uz.name, id]));
  let count = 0;
  const role = (name: string) => roles.get(name) ?? 0;
  const draft = (more: object = {}) => ({
    role_id: role('Operator'),
    neighborhoods: [1, 2],
    login: `xodim${++count}`,
    password: goodPassword,
    first_name: 'Zulfiya',
    last_name: 'Ergasheva',
    phone: '+998 (90) 123-45-67',
    ...more,
  });
  return {
    chief,
    role,
    draft,
    async create(more) {
      const { status, body } = await chief.post<Admin>('admins/register', draft(more));
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    async auditOf(action, id) {
      const { rows } = await sql<{ details: { fields?: string[] } }>`
        select details from audit_log where action = ${action} and subject_id = ${id} and subject_type = 'admin'
        order by id`.execute(server.database);
      return rows.map(({ details }) => details);
    },
  };
}
