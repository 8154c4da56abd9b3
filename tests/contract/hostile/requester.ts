import { Agent, request } from 'node:http';
import type { TestServer } from '#kernel/testing/server.ts';
import type { RawResponse } from '../document.ts';
import type { Caller, HostileRequest } from './arbitrary-request.ts';

/** A connection for each, since what is refused before it is read to its end ends its connection. */
const agent = new Agent({ keepAlive: false });

/** Asks a server in the name of any kind of caller; `tokenOf` has a session of one that is there. */
export function createRequester(server: TestServer) {
  const tokens = new Map<Caller, string>();

  /** What was asked before may have ended the former session. */
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

  /** The server lives in this process: on a busy machine it may rightly ask to be called again. */
  async function send(call: HostileRequest): Promise<RawResponse> {
    for (let attempt = 1; ; attempt++) {
      const answer = await sendOnce(server, call, await tokenOf(call.caller));
      if (answer.status !== 503 || attempt === 30) return answer;
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
  // Node tells the length of a body by itself only where the method is known to have one.
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { hostname, port } = new URL(server.url);
  return new Promise((done, failed) => {
    const sent = request(
      {
        agent,
        // Not as one address, in which `.` and `..` would be resolved before they go out.
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
