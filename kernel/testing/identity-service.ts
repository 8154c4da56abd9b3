import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The person who signs in, and changes to the service's responses. */
export interface Visitor {
  /** Overrides fields in the response of `one_access_token_identify`, which by default describes a valid person. */
  readonly identity?: Readonly<Record<string, unknown>>;
  /** Replaces the token or identity response with a status and body, or with no response. */
  readonly override?: Readonly<
    Partial<Record<'token' | 'identity', { status?: number; body?: string; hangs?: true }>>
  >;
  /** Redirects the browser back without a code, as after "cancel". */
  readonly cancels?: boolean;
}

/**
 * A test implementation of the documented protocol of the national identity service, with one address for all calls.
 */
export interface IdentityService {
  readonly address: string;
  /** Sets the person for the next sign-in. */
  setVisitor(visitor: Visitor): void;
  /** The received forms. */
  readonly requests: readonly Readonly<Record<string, string>>[];
  close(): Promise<void>;
}

/** The client registered with the service. */
export const identityClient = {
  clientId: 'komak_uz',
  clientSecret: 'a-secret-of-the-tests',
  scope: 'komak_uz',
} as const;

/** A valid JSHSHIR. */
export const samplePin = '31210932040247';

/**
 * Starts the service on a free port.
 * Over 60 lines: one branch for each endpoint, over the same codes and tokens.
 */
export async function startIdentityService(): Promise<IdentityService> {
  const codes = new Map<string, { redirectUri: string; visitor: Visitor }>();
  const tokens = new Map<string, Visitor>();
  const requests: Record<string, string>[] = [];
  let nextVisitor: Visitor = {};

  function authorize(url: URL, response: ServerResponse): void {
    const query = Object.fromEntries(url.searchParams);
    const { response_type, client_id, redirect_uri = '', state } = query;
    if (response_type !== 'one_code' || client_id !== identityClient.clientId || !state) {
      response.writeHead(400).end();
      return;
    }
    const back = new URL(redirect_uri);
    if (!nextVisitor.cancels) {
      const code = randomToken();
      codes.set(code, { redirectUri: redirect_uri, visitor: nextVisitor });
      back.searchParams.set('code', code);
    }
    back.searchParams.set('state', state);
    response.writeHead(302, { location: back.href }).end();
  }

  function handleForm(form: Readonly<Record<string, string>>, response: ServerResponse): void {
    requests.push({ ...form });
    if (
      form['client_id'] !== identityClient.clientId ||
      form['client_secret'] !== identityClient.clientSecret
    ) {
      return send(response, 401, { ret_cd: '1' });
    }
    if (form['grant_type'] === 'one_authorization_code') return exchange(form, response);
    if (form['grant_type'] === 'one_access_token_identify') return identify(form, response);
    send(response, 400, { ret_cd: '1' });
  }

  function exchange(form: Readonly<Record<string, string>>, response: ServerResponse): void {
    const code = form['code'] ?? '';
    const issued = codes.get(code);
    codes.delete(code);
    if (!issued || issued.redirectUri !== form['redirect_uri']) return send(response, 400, { ret_cd: '1' });
    const token = randomToken();
    tokens.set(token, issued.visitor);
    respond(response, issued.visitor.override?.token, {
      scope: identityClient.scope,
      expires_in: 500_000,
      token_type: 'bearer',
      refresh_token: randomToken(),
      access_token: token,
    });
  }

  function identify(form: Readonly<Record<string, string>>, response: ServerResponse): void {
    const visitor = tokens.get(form['access_token'] ?? '');
    if (!visitor) return send(response, 200, { ret_cd: '1' });
    respond(response, visitor.override?.identity, {
      valid: 'true',
      validation_method: ['BASICMETHOD'],
      pin: samplePin,
      user_id: 'gulnora',
      full_name: 'RAHIMOVA GULNORA KARIM QIZI',
      sur_name: 'RAHIMOVA',
      first_name: 'GULNORA',
      mid_name: 'KARIM QIZI',
      pport_no: 'AB1234567',
      birth_date: '1993-10-12',
      user_type: 'I',
      sess_id: randomToken(),
      ret_cd: '0',
      auth_method: 'LOGINPASSMETHOD',
      legal_info: [],
      ...visitor.identity,
    });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname !== '/sso/oauth/Authorization.do') response.writeHead(404).end();
    else if (request.method === 'GET') authorize(url, response);
    else void readForm(request).then((form) => handleForm(form, response));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/sso/oauth/Authorization.do`,
    setVisitor: (visitor) => void (nextVisitor = visitor),
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

function respond(
  response: ServerResponse,
  override: { status?: number; body?: string; hangs?: true } | undefined,
  body: object,
): void {
  if (override?.hangs) return;
  if (override) response.writeHead(override.status ?? 200, json).end(override.body ?? '{}');
  else send(response, 200, body);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, json).end(JSON.stringify(body));
}

const json = { 'content-type': 'application/json' };

function randomToken(): string {
  return randomBytes(16).toString('base64');
}
