import { Agent, request } from 'node:http';
import pRetry from 'p-retry';
import type { TestServer } from '#kernel/testing/server.ts';
import type { RawResponse } from '../document.ts';
import type { Caller, HostileRequest } from './arbitrary-request.ts';

/** One connection per request, since a request that is refused early closes its connection. */
const agent = new Agent({ keepAlive: false });

/** Sends requests as any kind of caller; `tokenOf` returns a valid session. */
export function createRequester(server: TestServer) {
  const tokens = new Map<Caller, string>();

  /** An earlier request may have ended the previous session. */
  async function tokenOf(caller: Caller): Promise<string | null> {
    if (caller === 'nobody') return null;
    if (caller === 'a broken token') return 'x'.repeat(43);
    const previous = tokens.get(caller);
    if (previous !== undefined && (await server.services.sessions.find(previous))) return previous;
    const all = server.services.plugins.registry.permissions.map(({ permission }) => permission);
    const draft =
      caller === 'a clerk'
        ? { permissions: ['application_receiver'], neighborhoodIds: [1, 2] }
        : { role: 'super_admin' as const, permissions: all };
    const { token = '' } = await server.signIn(draft);
    tokens.set(caller, token);
    return token;
  }

  /** The server runs in this process: on a busy machine it may respond 503, and its sessions may wait too long for a connection. */
  async function send(call: HostileRequest): Promise<RawResponse> {
    for (let attempt = 1; ; attempt++) {
      const response = await sendOnce(server, call, await pRetry(() => tokenOf(call.caller), { retries: 5 }));
      if (response.status !== 503 || attempt === 30) return response;
      await new Promise((done) => setTimeout(done, 1000));
    }
  }

  return { send, tokenOf };
}

function sendOnce(
  server: TestServer,
  { operation, path, headers, body }: HostileRequest,
  token: string | null,
): Promise<RawResponse> {
  // Node sets the length of a body only for methods that usually have one.
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { hostname, port } = new URL(server.url);
  return new Promise((done, failed) => {
    const sent = request(
      {
        agent,
        // As separate fields, since a URL would resolve `.` and `..`.
        hostname,
        port,
        path,
        method: operation.method,
        headers: { ...headers, ...length, ...(token === null ? {} : { authorization: token }) },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', failed);
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    sent.on('error', failed);
    sent.end(body ?? undefined);
  });
}
