import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '#kernel/testing/api.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { amount } from '../../support/amount.ts';
import { hostileTexts, hostileValues } from './arbitrary-json.ts';

let server: TestServer;
let viewer: ApiClient;

beforeAll(async () => {
  server = await testServer({ demo: true });
  viewer = await server.signIn({ permissions: [], neighborhoodIds: [1] });
}, 120_000);
afterAll(() => server?.close());

/** Names that mean something to the server, to its library, or to a language. */
const names = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      'active', 'application_create', 'notification', 'session_end', 'session_change', 'komak:relay', 'join', 'room',
      '__proto__', 'constructor', '$', 'ping',
    ),
    weight: 4,
  },
  { arbitrary: hostileTexts.filter((name) => !reserved.has(name) && name.length < 4000), weight: 1 },
); // prettier-ignore
/** The client itself refuses to send these. */
const reserved = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
]);

/** What a socket is opened with; whoever knows no token is not let in. */
const handshakes = fc.oneof(
  hostileValues,
  fc.record({ token: hostileValues }),
  fc.constant({ token: 'x'.repeat(43) }),
);

async function open(auth: object): Promise<Socket> {
  const socket = io(server.url, { auth, forceNew: true, reconnection: false, transports: ['websocket'] });
  await new Promise<void>((done, failed) => {
    socket.once('connect', done);
    socket.once('connect_error', failed);
    // One that sends too much at once is cut off before a word.
    socket.io.once('close', () => failed(new Error('cut off')));
  });
  return socket;
}

it(
  'whatever a socket says, it is told nothing, nobody else hears of it, and the server goes on',
  async () => {
    const bystander = await open({ token: viewer.token });
    const heard: unknown[] = [];
    bystander.onAny((...event) => heard.push(event));
    let socket = await open({ token: viewer.token });
    const answers: unknown[] = [];
    socket.onAny((...event) => answers.push(event));
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.array(hostileValues, { maxLength: 3 }),
        fc.boolean(),
        async (name, values, asks) => {
          // One that sent too much at once is cut off, alone; it may come again.
          if (!socket.connected) socket = await open({ token: viewer.token });
          if (asks) socket.emit(name, ...values, () => answers.push(name));
          else socket.emit(name, ...values);
        },
      ),
      { numRuns: amount(500, 5000), seed: 20_261_121 },
    );
    const { status } = await viewer.get('admins/admin');
    expect(status).toBe(200);
    if (!socket.connected) socket = await open({ token: viewer.token });
    // What was said is behind this: frames of one socket keep their order.
    await new Promise<void>((done) => socket.io.engine.once('drain', done) && socket.emit('active'));
    expect(bystander.connected).toBe(true);
    expect([heard, answers]).toEqual([[], []]);
    socket.disconnect();
    bystander.disconnect();
  },
  amount(300_000, 1_800_000),
);

it(
  'nobody comes in with a handshake of his own making',
  async () => {
    await fc.assert(
      fc.asyncProperty(handshakes, async (auth) => {
        const refused = await open(auth).then(
          (socket) => socket.disconnect() && 'let in',
          (error: Error) => error.message,
        );
        expect(['unauthenticated', 'cut off']).toContain(refused);
      }),
      { numRuns: amount(60, 600), seed: 20_261_121 },
    );
  },
  amount(300_000, 1_800_000),
);
