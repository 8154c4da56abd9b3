import { randomBytes } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { createApi, type ApiClient } from '#kernel/testing/api.ts';
import { nodes, type Installation } from './installation.ts';

/** The users of a new installation: its first admin, and an operator of its only neighbourhood. */
export interface Office {
  readonly chief: ApiClient;
  readonly operator: ApiClient;
  readonly login: string;
  readonly password: string;
  readonly neighborhoodId: number;
}

/**
 * Sets up an office in a new installation through its API, in the order in which a person would, starting
 * with the password in the log.
 */
export async function openOffice(installation: Installation): Promise<Office> {
  // Sequentially, since Compose mixes the lines of several nodes.
  const logs = [];
  for (const node of nodes) logs.push((await installation.compose('logs', '--no-log-prefix', node)).stdout);
  const [, login, password] =
    /login +(\S+)\s+password +(\S+)/.exec(stripVTControlCharacters(logs.join('\n'))) ?? [];
  if (login === undefined || password === undefined) throw new Error('no log has the first admin');
  const first = await signIn(installation.url, login, password);
  const own = randomBytes(12).toString('base64url');
  const changed = await first.put('admins/admin/password', { old_password: password, password: own });
  if (changed.status !== 200) throw new Error(`the first password: ${JSON.stringify(changed.body)}`);
  const chief = await signIn(installation.url, login, own);
  const neighborhood = await made(chief, 'neighborhoods', {
    uz: { name: 'Bogʻ' },
    ru: { name: 'Сад' },
    color: '#0b7480',
    coords: [
      [41.5, 60.5],
      [41.5, 60.7],
      [41.6, 60.7],
    ],
  });
  const role = await made(chief, 'admins/roles', {
    role: 'admin',
    permissions: ['application_receiver'],
    uz: { name: 'Operator' },
    ru: { name: 'Оператор' },
  });
  const operator = { login: 'operator', password: randomBytes(12).toString('base64url') };
  await made(chief, 'admins/register', {
    ...operator,
    role_id: role,
    neighborhoods: [neighborhood],
    first_name: 'Zulfiya',
    last_name: 'Ergasheva',
  });
  return {
    ...operator,
    chief,
    operator: await signIn(installation.url, operator.login, operator.password),
    neighborhoodId: neighborhood,
  };
}

/** Signs in with a password. */
export async function signIn(url: string, login: string, password: string): Promise<ApiClient> {
  const { status, body } = await createApi(url).post<{ data?: { token: string } }>('admins/login', {
    login,
    password,
  });
  const token = body.data?.token;
  if (token === undefined) throw new Error(`${login} cannot sign in: ${status} ${JSON.stringify(body)}`);
  return createApi(url, { token });
}

async function made(api: ApiClient, path: string, body: object): Promise<number> {
  const response = await api.post<{ id: number }>(path, body);
  if (response.status !== 201)
    throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body.id;
}
