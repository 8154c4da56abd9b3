import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCountries } from './countries.ts';

let folder: string;
const warnings: string[] = [];
const log = {
  warn: (_fields: unknown, message?: string) => void warnings.push(message ?? ''),
  info: () => {},
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-countries-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(lines: readonly string[]) {
  await writeFile(join(folder, 'countries.csv'), lines.join('\r\n'));
  return readCountries(folder, log);
}

test('finds the country of an address, in ranges and networks of both families', async () => {
  const countries = await read([
    '# a table',
    '"213.230.64.0","213.230.127.255","uz"',
    '2a05:45c0::/29,UZ',
    '5.188.0.0/16;RU',
    '2001:db8::,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,KZ',
    '10.0.0.0,10.255.255.255,ZZ',
  ]);
  const cases = {
    '213.230.64.0': 'UZ',
    '213.230.127.255': 'UZ',
    '213.230.128.0': null,
    '213.230.63.255': null,
    '::ffff:213.230.100.1': 'UZ',
    '2a05:45c7:1::5': 'UZ',
    '2a05:45c8::1': null,
    '5.188.1.1': 'RU',
    '2001:db8:1:2:3:4:5:6': 'KZ',
    '10.1.2.3': null,
    '127.0.0.1': null,
    '::1': null,
    'no address': null,
    '': null,
  };
  for (const [address, country] of Object.entries(cases))
    expect(countries.of(address), address).toBe(country);
});

test('finds no country without a table or with an unreadable one, which is reported', async () => {
  await rm(join(folder, 'countries.csv'), { force: true });
  expect((await readCountries(folder, log)).of('213.230.64.1')).toBeNull();
  expect(warnings).toEqual([]);
  for (const line of ['1.2.3.4', '1.2.3.4,UZ', '1.2.3.4,1.2.3.0,UZ', '1.2.3.4/40,UZ', '1.2.3.4,::1,UZ', 'x,y,UZ']) {
    warnings.length = 0;
    const countries = await read(['213.230.64.0/18,UZ', line]);
    expect([line, countries.of('213.230.64.1')]).toEqual([line, null]);
    expect(warnings).toHaveLength(1);
  }
}); // prettier-ignore
