import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptLimits, reserveAttempt } from '#kernel/server/limits/attempts.ts';
import { hashPassword } from '#kernel/identity/server/session/password.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { isFullLength } from '../../support/test-length.ts';

const password = 'tuya-karvoni-keladi';
/** The address of all calls of this test, as the server sees it. */
const localAddress = '127.0.0.1';

let server: TestServer;

async function start(trustProxy: readonly string[]): Promise<void> {
  server = await testServer({ plugins: ['admins'], deployment: { trustProxy: [...trustProxy] } });
  const passwordHash = await hashPassword(password);
  for (const login of ['owner', 'blocked']) await server.createAdmin({ login, passwordHash });
  await sql`update admins set blocked = true where login = 'blocked'`.execute(server.database);
}

/** A random address. */
function anyAddress(): string {
  return [randomInt(1, 223), randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
}

/** Tries a password with the given headers, and returns the status. */
async function attempt(login: string, headers: Record<string, string> = {}, tried = 'not-this-one') {
  const response = await server.api().post('admins/login', { login, password: tried }, { headers });
  return response.status;
}

/** Uses up attempts except the last `left`, without the cost of hashing. */
async function useAttempts(name: string, limit: number, left: number): Promise<void> {
  const count = limit - left;
  await Promise.all(Array.from({ length: count }, () => reserveAttempt(server.database, name, limit)));
}

/** Makes the wait between two attempts of a network a minute, so that a slow machine does not outlast it. */
async function lengthenWait(network: string): Promise<void> {
  const limit = attemptLimits.address + 10;
  await Promise.all(
    Array.from({ length: 10 }, () => reserveAttempt(server.database, `network ${network}`, limit)),
  );
}

afterEach(async () => {
  await sql`delete from login_attempts`.execute(server.database);
});

/** Headers that claim another address, in the notation of some proxy. */
const forgedHeaders: readonly (() => Record<string, string>)[] = [
  () => ({ 'x-forwarded-for': anyAddress() }),
  () => ({ 'x-forwarded-for': `${anyAddress()}, ${anyAddress()}, ${anyAddress()}` }),
  () => ({ 'x-forwarded-for': `2001:db8:${randomInt(9999)}::1` }),
  () => ({ 'x-forwarded-for': ' , ,' }),
  () => ({ 'x-forwarded-for': localAddress }),
  () => ({ 'x-real-ip': anyAddress(), 'cf-connecting-ip': anyAddress(), 'true-client-ip': anyAddress() }),
  () => ({ forwarded: `for=${anyAddress()};proto=https` }),
  () => ({ 'x-forwarded-host': anyAddress(), 'x-client-ip': anyAddress() }),
];

describe('without a proxy', () => {
  beforeAll(() => start([]));
  afterAll(() => server.close());

  test('limits an address to fifty attempts, regardless of its headers', async () => {
    await useAttempts(`network ${localAddress}`, attemptLimits.address, 2);
    expect(await attempt('one', forgedHeaders[0]?.())).toBe(401);
    expect(await attempt('two', forgedHeaders[1]?.())).toBe(401);
    await lengthenWait(localAddress);
    for (const claim of forgedHeaders) expect(await attempt('owner', claim(), password)).toBe(429);
  });

  test('records the address of the connection in the audit log and the sessions', async () => {
    expect(await attempt('owner', forgedHeaders[0]?.(), password)).toBe(200);
    const { rows } = await sql<{
      address: string;
    }>`select host(network::inet) as address from known_addresses`.execute(server.database);
    expect(rows).toEqual([{ address: localAddress }]);
  });
});

describe('behind a configured proxy', () => {
  beforeAll(() => start([`${localAddress}/32`, '10.0.0.0/8']));
  afterAll(() => server.close());

  /** The header of the proxy: the address that the caller claims, followed by the real one. */
  const forwardedHeaders = (claimed: string, from: string) => ({ 'x-forwarded-for': `${claimed}, ${from}` });

  test('ignores addresses that the caller puts before those of the proxy', async () => {
    const from = '198.51.100.7';
    await useAttempts(`network ${from}`, attemptLimits.address, 1);
    expect(await attempt('one', forwardedHeaders(anyAddress(), from))).toBe(401);
    await lengthenWait(from);
    for (let round = 0; round < 8; round++) {
      const claimed = [anyAddress(), `${anyAddress()}, 10.1.2.3`, '10.9.9.9', localAddress][round % 4] ?? '';
      expect(await attempt('owner', forwardedHeaders(claimed, from), password)).toBe(429);
    }
    // The limit applies to that address, not to everyone behind the proxy.
    expect(await attempt('owner', forwardedHeaders(from, '198.51.100.8'), password)).toBe(200);
  });

  test('limits a /64 network to fifty attempts together', async () => {
    await useAttempts('network 2001:db8:1:2::/64', attemptLimits.address, 1);
    expect(await attempt('one', forwardedHeaders(anyAddress(), '2001:db8:1:2::1'))).toBe(401);
    await lengthenWait('2001:db8:1:2::/64');
    for (let round = 0; round < 4; round++) {
      const from = `2001:db8:1:2:${randomInt(9999)}::${randomInt(1, 9999)}`;
      expect(await attempt('owner', forwardedHeaders(anyAddress(), from), password)).toBe(429);
    }
  });

  test('locks a login after ten attempts from anywhere, except at a known address of its owner', async () => {
    const ownerAddress = '203.0.113.77';
    expect(await attempt('owner', forwardedHeaders(anyAddress(), ownerAddress), password)).toBe(200);
    await useAttempts('login owner', attemptLimits.login, 2);
    for (const round of [1, 2])
      expect(await attempt('owner', forwardedHeaders(anyAddress(), anyAddress())), String(round)).toBe(401);
    for (let round = 0; round < 6; round++) {
      expect(
        await attempt(
          ['owner', 'OWNER', ' owner '][round % 3] ?? '',
          forwardedHeaders(anyAddress(), anyAddress()),
          password,
        ),
      ).toBe(429);
    }
    // A claimed address of the owner does not count.
    expect(await attempt('owner', forwardedHeaders(ownerAddress, anyAddress()), password)).toBe(429);
    expect(await attempt('owner', forwardedHeaders(anyAddress(), ownerAddress), password)).toBe(200);
  });
});

/** A median with its margin of error. */
interface Measured {
  readonly login: string;
  readonly median: number;
  readonly error: number;
}

function medianOf(values: readonly number[]): Omit<Measured, 'login'> {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { median: at(0.5), error: (1.57 * (at(0.75) - at(0.25))) / Math.sqrt(sorted.length) };
}

/** The allowed difference of a median from that of a known login, which is the first. */
function toleranceOf({ error }: Measured, [known]: readonly Measured[]): number {
  return Math.max(2, 2 * (error + (known?.error ?? 0)));
}

/** Tries each login once per round, in random order, so that none has an advantage. */
async function measure(durations: ReadonlyMap<string, number[]>, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const login of [...durations.keys()].toSorted(() => randomInt(3) - 1)) {
      await sql`delete from login_attempts`.execute(server.database);
      const began = performance.now();
      expect(await attempt(login, { 'x-forwarded-for': anyAddress() })).toBe(401);
      durations.get(login)?.push(performance.now() - began);
    }
  }
}

// `sign-in.test.ts` counts one hash for each; durations are measured only by npm run faults -- brute
if (isFullLength) {
  describe('response time', () => {
    /** Detects a difference of this share of a sign-in, within the maximum of rounds. */
    const detectableShare = 0.25;
    const [roundsPerStep, maxRounds] = [60, 600];
    beforeAll(() => start([`${localAddress}/32`]));
    beforeEach(async () => {
      await sql`delete from login_attempts`.execute(server.database);
    });
    afterAll(() => server.close());

    test('is equal for an unknown login, a blocked admin and a wrong password', async () => {
      const durations = new Map<string, number[]>([
        ['owner', []],
        ['blocked', []],
        ['nobody', []],
        ['x'.repeat(60), []],
      ]);
      let measured: Measured[] = [];
      for (let rounds = roundsPerStep; rounds <= maxRounds; rounds += roundsPerStep) {
        await measure(durations, roundsPerStep);
        measured = [...durations].map(([login, values]) => ({ login, ...medianOf(values) }));
        if (measured.every((each) => toleranceOf(each, measured) < each.median * detectableShare)) break;
      }
      for (const { login, median, error } of measured) {
        const summary = `${median.toFixed(2)} ms ± ${error.toFixed(2)}, median of ${durations.get(login)?.length}`;
        process.stdout.write(`  ${login.slice(0, 8)}: ${summary}\n`);
      }
      const [known] = measured;
      if (!known) throw new Error('nothing was measured');
      for (const each of measured) {
        const tolerance = toleranceOf(each, measured);
        // A machine that is too busy gives no result.
        expect(tolerance, 'too noisy to tell').toBeLessThan(known.median * detectableShare);
        expect(Math.abs(each.median - known.median), each.login).toBeLessThan(tolerance);
      }
    }, 600_000);
  });
}
