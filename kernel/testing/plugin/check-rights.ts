import { allows, permissionsOf, type Access } from '#kernel/contract/index.ts';
import type { ApiRoute } from '#kernel/server/api/index.ts';
import type { ApiClient } from '../api.ts';
import type { TestedServer } from '../server.ts';

/**
 * Makes each call of a plugin without a session, as an admin without permissions, and each GET call as an admin with
 * exactly the permissions that it names.
 *
 * @param open Calls that change data and are open to everyone, such as `POST chat/messages`.
 */
export async function checkRights(
  server: TestedServer,
  routes: readonly ApiRoute[],
  open: readonly string[],
): Promise<readonly string[]> {
  const powerless = await server.signIn({ permissions: [] });
  const nobody = server.api();
  const problems: string[] = [];
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    if (allows(route.access, null)) {
      const what = route.method === 'GET' ? 'read' : 'change something by';
      if (!open.includes(name)) problems.push(`${name} is open: anyone may ${what} it`);
      if (route.method !== 'GET') continue;
    }
    const expected: readonly (readonly [ApiClient, string, number])[] = [
      [nobody, 'without a session', 401],
      [powerless, 'of an admin without rights', 403],
    ];
    for (const [api, who, status] of expected) {
      const rights = api === nobody ? null : { role: 'admin' as const, permissions: [] };
      if (allows(route.access, rights)) continue;
      const given = await statusOf(api, route);
      if (given !== status)
        problems.push(`${name} returns ${given} for a call ${who}, but has to return ${status}`);
    }
    if (route.method === 'GET') problems.push(...(await checkReader(server, route, name)));
  }
  return problems;
}

/** A permitted call may still be rejected, depending on its input, but must not fail. */
async function checkReader(server: TestedServer, route: ApiRoute, name: string): Promise<readonly string[]> {
  const status = await statusOf(await readerOf(server, route.access), route);
  return status >= 500 && status !== 503 ? [`${name} fails: it returns ${status}`] : [];
}

async function readerOf(server: TestedServer, access: Access): Promise<ApiClient> {
  const role = access.rule === 'superAdmin' ? 'super_admin' : 'admin';
  return access.rule === 'anyone'
    ? server.api()
    : server.signIn({ role, permissions: permissionsOf(access) });
}

async function statusOf(api: ApiClient, { method, path }: ApiRoute): Promise<number> {
  const address = path.replaceAll(/:\w+/g, '1');
  const call = {
    GET: () => api.get(address),
    POST: () => api.post(address, {}),
    PUT: () => api.put(address, {}),
    DELETE: () => api.del(address),
  };
  return (await call[method]()).status;
}
