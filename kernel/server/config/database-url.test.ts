import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

test.each([
  ['postgres://a:b@one/c', [['one', 5432]]],
  ['postgres://a:b@one:5433/c', [['one', 5433]]],
  [
    'postgresql://a:b@one:5433,two,[::1]:5434/c?sslmode=disable',
    [
      ['one', 5433],
      ['two', 5432],
      ['::1', 5434],
    ],
  ],
  [
    'postgres://a:b@one,two/c?target_session_attrs=read-write',
    [
      ['one', 5432],
      ['two', 5432],
    ],
  ],
  [
    'postgres://a:b@/c?host=/run/one,/run/two',
    [
      ['/run/one', 5432],
      ['/run/two', 5432],
    ],
  ],
  [
    'postgres://a:b@/c?host=one,two&port=5433,5434',
    [
      ['one', 5433],
      ['two', 5434],
    ],
  ],
  ['postgres://a:b@localhost/c?host=%2Frun%2Fone', [['/run/one', 5432]]],
] as const)('%s', (url, hosts) => {
  const { hosts: found, config } = parseDatabaseUrl(url);
  expect(found.map(({ host, port }) => [host, port])).toEqual(hosts);
  expect(config).toMatchObject({ user: 'a', password: 'b', database: 'c' });
});
