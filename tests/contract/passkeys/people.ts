import { sql } from 'kysely';
import { hashPassword } from '#kernel/identity/server/index.ts';
import type { ApiClient, ApiResponse, TestServer } from '#kernel/testing/server.ts';
import { TestAuthenticator, type Ceremony } from '../../support/authenticator.ts';

export const password = 'qirqta-tuya-besh';
export const origin = 'https://komak.example.uz';

export type Options = Record<string, unknown>;
export interface Whole {
  data: { token: string; admin: { id: number; must_add_factor?: boolean } };
}
interface Pending {
  data: { second_factor: { ticket: string; ways?: string[] } };
}

export const codeOf = (response: ApiResponse) => (response.body as { code?: string }).code;

/** Starts adding a passkey. */
async function begin(api: ApiClient, proof: object = { password }): Promise<Options> {
  const { body } = await api.post<{ options: Options }>('admins/admin/passkeys/options', proof);
  return body.options;
}

/** A proof by the admin's own passkey, valid in the session of `api`. */
async function prove(api: ApiClient, key: TestAuthenticator, ceremony: Ceremony = {}) {
  const { body } = await api.post<{ options: Options }>('admins/admin/passkeys/challenge');
  return { passkey: key.get(body.options, ceremony) };
}

async function add(
  api: ApiClient,
  { key = new TestAuthenticator(origin), proof = { password } as object, name = 'Kalit' } = {},
) {
  const passkey = await key.create(await begin(api, proof));
  const response = await api.post<{ passkeys: number }>('admins/admin/passkeys', { name, passkey });
  return { key, response: response };
}

/** The steps of admins with passkeys, on one server. */
export function createPeople(server: TestServer) {
  let hash: string | null = null;
  const passwordHash = async () => (hash ??= await hashPassword(password));

  async function logIn<Body>(login: string) {
    return server.api().post<Body>('admins/login', { login, password });
  }

  async function ticketOf(login: string): Promise<string> {
    return (await logIn<Pending>(login)).body.data.second_factor.ticket;
  }

  /** A signature for a sign-in, with or without the ticket of a first step. */
  async function sign(key: TestAuthenticator, ticket?: string, ceremony: Ceremony = {}) {
    const { body } = await server
      .api()
      .post<{ options: Options }>('admins/login/passkey/options', ticket ? { ticket } : {});
    return key.get(body.options, ceremony);
  }

  function bring(passkey: object, ticket?: string) {
    return server.api().post<Whole>('admins/login/passkey', { ...(ticket ? { ticket } : {}), passkey });
  }

  /** Signs in with only the passkey. */
  async function enter(key: TestAuthenticator, ceremony: Ceremony = {}) {
    return bring(await sign(key, undefined, ceremony));
  }

  /** A user with a passkey, and a session that was opened with the password. */
  async function enrol(
    draft: Parameters<TestServer['createAdmin']>[0] = {},
    key = new TestAuthenticator(origin),
  ) {
    const { id, login } = await server.createAdmin({ ...draft, passwordHash: await passwordHash() });
    const { body } = await logIn<Whole>(login);
    const api = server.api({ token: body.data.token });
    const { response } = await add(api, { key });
    if (response.status !== 200) throw new Error(`no passkey: ${JSON.stringify(response.body)}`);
    return { id, login, key, api };
  }

  async function clearAttempts(): Promise<void> {
    await sql`delete from login_attempts`.execute(server.database);
  }

  return { passwordHash, logIn, ticketOf, sign, bring, enter, begin, add, prove, enrol, clearAttempts };
}
