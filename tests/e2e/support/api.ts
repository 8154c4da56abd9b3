import { randomUUID } from 'node:crypto';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';

/** The demo logins. */
export type Login = 'superadmin' | 'operator' | 'operator2' | 'registrar' | 'guest';

/** Every demo login, from the most to the fewest permissions. */
export const logins: readonly Login[] = ['superadmin', 'operator', 'operator2', 'registrar', 'guest'];

/** The password of every demo login. */
export const demoPassword = 'komak-demo-2026';

/** A file of an upload. */
export interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** How long tests share a token, in milliseconds: much less than the idle timeout of a session. */
const shareMs = 15 * 60_000;

/** API calls without a user interface, as citizens and other systems make them. */
export class Api {
  readonly #url: string;
  readonly #tokens = new Map<Login, { readonly token: string; readonly at: number }>();

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * The token of a login, cached for a while, since sign-ins are limited. A session used by a browser ends
   * half an hour after the user's last activity, whatever calls are made with its token.
   */
  async token(login: Login): Promise<string> {
    const known = this.#tokens.get(login);
    if (known && Date.now() - known.at < shareMs) return known.token;
    const token = await this.freshToken(login);
    this.#tokens.set(login, { token, at: Date.now() });
    return token;
  }

  /** A token that no other test uses, for tests that end the session. */
  async freshToken(login: Login): Promise<string> {
    const body = await this.#call<{ data: { token: string } }>('POST', 'admins/login', null, {
      login,
      password: demoPassword,
    });
    return body.data.token;
  }

  /** Reads a path of the API with a login. */
  async get<Result>(path: string, login: Login): Promise<Result> {
    return this.#call<Result>('GET', path, await this.token(login));
  }

  /** Writes to a path of the API, like another user. */
  async write<Result>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | null,
    login: Login,
  ): Promise<Result> {
    return this.#call<Result>(method, path, await this.token(login), body ?? undefined);
  }

  /** Creates an application, like a citizen's portal. */
  async sendApplication(
    fields: Readonly<Record<string, string>> = {},
    login: Login = 'superadmin',
    files: readonly Upload[] = [],
  ): Promise<ApplicationDetail> {
    const neighborhood = await this.sharedNeighborhood();
    const form = new FormData();
    const all = {
      neighborhood_id: String(neighborhood),
      employment_status: 'unemployed',
      salary: 'Tikuvchilik',
      planned_assistance: 'Uyning tomini taʼmirlashga yordam kerak.',
      first_name: 'Gulnora',
      last_name: 'Rahimova',
      father_name: 'Karim qizi',
      phone: '998914322617',
      ...fields,
    };
    for (const [name, value] of Object.entries(all)) form.append(name, value);
    for (const { name, mimeType, buffer } of files) {
      form.append('files', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
    }
    return this.#call<ApplicationDetail>('POST', 'applications', await this.token(login), form);
  }

  /** Accepts an application. */
  async accept(id: number, login: Login): Promise<void> {
    await this.change(id, login, 'accepted');
  }

  /** Changes the status of an application, with a reason. */
  async change(id: number, login: Login, status: string, note?: string): Promise<void> {
    const body = { status, note };
    await this.#call('POST', `applications/${id}/actions/statuses`, await this.token(login), body);
  }

  /** Sends a message to the timeline of an application. */
  async sendMessage(id: number, login: Login, message: string): Promise<void> {
    const form = new FormData();
    form.append('message', message);
    await this.#call('POST', `applications/${id}/actions/messages`, await this.token(login), form);
  }

  /** Forwards an application to an admin, as a task without a day. */
  async forward(id: number, login: Login, receiverId: number, message: string): Promise<void> {
    const form = new FormData();
    form.append('message', message);
    form.append('receiver_id', String(receiverId));
    await this.#call('POST', `applications/${id}/actions/forwards`, await this.token(login), form);
  }

  /** A neighbourhood that both operators have access to. */
  async sharedNeighborhood(): Promise<number> {
    const [one, two] = await Promise.all([
      this.neighborhoodsOf('operator'),
      this.neighborhoodsOf('operator2'),
    ]);
    const shared = one.find((id) => two.includes(id));
    if (shared === undefined) throw new Error('the operators share no neighbourhood');
    return shared;
  }

  /** The neighbourhoods of a login. */
  async neighborhoodsOf(login: Login): Promise<number[]> {
    const { neighborhoods } = await this.get<{ neighborhoods: { id: number }[] }>('admins/admin', login);
    return neighborhoods.map(({ id }) => id);
  }

  async #call<Result>(method: string, path: string, token: string | null, body?: object): Promise<Result> {
    const headers: Record<string, string> = { 'Accept-Language': 'uz' };
    if (token !== null) headers['Authorization'] = token;
    if (method !== 'GET') headers['Idempotency-Key'] = randomUUID();
    if (body && !(body instanceof FormData)) headers['Content-Type'] = 'application/json';
    const response = await fetch(`${this.#url}/api/uz/${path}`, {
      method,
      headers,
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Result;
  }
}
