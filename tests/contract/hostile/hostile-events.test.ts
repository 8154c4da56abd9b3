import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '#kernel/testing/api.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { byLength } from '../../support/test-length.ts';
import { hostileTexts, hostileValues } from './arbitrary-json.ts';

let server: TestServer;
let viewer: ApiClient;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ demo: true });
  viewer = await server.signIn({ permissions: [], neighborhoodIds: [1] });
  chief = await server.signIn({ role: 'super_admin' });
}, 120_000);
afterAll(() => server?.close());

/** Names with a meaning for the server, its library or the language. */
const eventNames = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      'active', 'application_create', 'notification', 'session_end', 'session_change', 'komak:relay', 'join', 'room',
      '__proto__', 'constructor', '$', 'ping',
    ),
    weight: 4,
  },
  { arbitrary: hostileTexts.filter((name) => !reserved.has(name) && name.length < 4000), weight: 1 },
); // prettier-ignore
/** The client does not send these. */
const reserved = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
]);

/** Credentials of a handshake without a valid token. */
const handshakes = fc.oneof(
  hostileValues,
  fc.record({ token: hostileValues }),
  fc.constant({ token: 'x'.repeat(43) }),
);

/** The client's types allow objects only; hostile callers send anything. */
async function open(auth: unknown): Promise<Socket> {
  const socket = io(server.url, {
    auth: auth as object,
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
  });
  await new Promise<void>((done, failed) => {
    socket.once('connect', done);
    socket.once('connect_error', failed);
    // A message that is too large disconnects the socket.
    socket.io.once('close', () => failed(new Error('cut off')));
  });
  return socket;
}

const events = byLength(200, 5000);
/** The limit of the server for one message; the library adds a few bytes. */
const maxMessageBytes = 16 * 1024;
const protocolOverhead = 16;

/**
 * Waits until the server has read everything that a socket sent: frames of a connection keep their order, and
 * connecting to an unknown namespace gets a reply. Resolves whether the socket was disconnected instead.
 */
function isDisconnected(socket: Socket): Promise<boolean> {
  const namespace = socket.io.socket('/nowhere');
  return new Promise((done) => {
    const end = (disconnected: boolean) => () => {
      namespace.off('connect_error', received);
      socket.off('disconnect', onDisconnect);
      done(disconnected);
    };
    const [received, onDisconnect] = [end(false), end(true)];
    namespace.once('connect_error', received);
    socket.once('disconnect', onDisconnect);
    if (!socket.connected) onDisconnect();
    else if (!namespace.active) namespace.connect();
  });
}

/** The only acknowledged event returns how long the session lasts, or nothing if it was sent too often. */
function isExpectedReply(name: string, reply: unknown): boolean {
  const keys = Object.keys(reply ?? { none: true }).join();
  return name === 'active' && ['expires_in,lifetime_left', ''].includes(keys);
}

it(
  'ignores any message of a socket, forwards nothing, and keeps running',
  async () => {
    const bystander = await open({ token: viewer.token });
    const received: unknown[][] = [];
    bystander.onAny((...event) => received.push(event));
    const replies: unknown[][] = [];
    const openSender = async () =>
      (await open({ token: viewer.token })).onAny((...event) => replies.push(event));
    let socket = await openSender();
    const count = { received: 0, disconnected: 0 };
    const outcome = await fc.check(
      fc.asyncProperty(
        eventNames,
        fc.array(hostileValues, { maxLength: 3 }),
        fc.boolean(),
        async (name, values, expectsAck) => {
          received.length = replies.length = 0;
          if (!socket.connected) socket = await openSender();
          const onReply = (reply: unknown) => isExpectedReply(name, reply) || replies.push([name, reply]);
          if (expectsAck) socket.emit(name, ...values, onReply);
          else socket.emit(name, ...values);
          const disconnected = await isDisconnected(socket);
          count[disconnected ? 'disconnected' : 'received'] += 1;
          // A message that is too large disconnects its sender only, who may reconnect.
          const size = Buffer.byteLength(JSON.stringify([name, ...values]));
          if (size + protocolOverhead < maxMessageBytes)
            expect(disconnected, `cut off at ${size} bytes`).toBe(false);
          if (size > maxMessageBytes) expect(disconnected, `${size} bytes are taken`).toBe(true);
          expect([bystander.connected, await isDisconnected(bystander)]).toEqual([true, false]);
          expect([received, replies]).toEqual([[], []]);
        },
      ),
      { numRuns: events, seed: 20_261_121 },
    );
    const report = `${fc.defaultReportMessage(outcome)}\n${String(outcome.errorInstance)}`;
    expect(outcome.failed ? report : 'no failure').toBe('no failure');
    // The server has read each message, and most were small enough to be parsed.
    expect(count.received + count.disconnected).toBe(events);
    expect(count.received, JSON.stringify(count)).toBeGreaterThan(events * 0.7);
    expect((await viewer.get('admins/admin')).status).toBe(200);
    // Messages through other servers arrive later, and fail a later iteration; those of the last one arrive
    // before this event.
    expect((await chief.put('plugins/stats', { enabled: false, with: [] })).status).toBe(200);
    const isAnnounced = ([name]: readonly unknown[]) => name === 'plugins_change';
    await expect.poll(() => received.some(isAnnounced)).toBe(true);
    expect([...received, ...replies].filter((event) => !isAnnounced(event))).toEqual([]);
    socket.disconnect();
    bystander.disconnect();
  },
  byLength(300_000, 1_800_000),
);

it(
  'rejects every forged handshake',
  async () => {
    await fc.assert(
      fc.asyncProperty(handshakes, async (auth) => {
        const rejected = await open(auth).then(
          (socket) => socket.disconnect() && 'let in',
          (error: Error) => error.message,
        );
        expect(['unauthenticated', 'cut off']).toContain(rejected);
      }),
      { numRuns: byLength(60, 600), seed: 20_261_121 },
    );
  },
  byLength(300_000, 1_800_000),
);
