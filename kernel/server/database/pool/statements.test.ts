import { expect, test } from 'vitest';
import { createStatements, statementName } from './statements.ts';

test.each([
  ['select * from applications where id = $1', 'select applications'],
  ['select "id" from "users" as "u" limit $1', 'select users'],
  ['insert into "letters" ("id") values ($1)', 'insert letters'],
  ['  with given as (select 1) update applications set status = $1 from given', 'update applications'],
  ['with recent as (select id from streets) select * from recent', 'select streets'],
  ['delete from sessions where expires < now()', 'delete sessions'],
  ['select now()', 'select'],
  ['begin', 'begin'],
  ['select 1', 'select'],
])('%s is %s', (sql, name) => expect(statementName(sql)).toBe(name));

test('reports the name and the seconds to each observer', () => {
  const seen: unknown[][] = [];
  const observerOf =
    (observer: string) =>
    (...report: unknown[]) =>
      void seen.push([observer, ...report]);
  const statements = createStatements([observerOf('one'), observerOf('other')]);
  statements?.record('select 1 from a', 250);
  expect(seen).toEqual(['one', 'other'].map((observer) => [observer, 'select a', 0.25, undefined]));
});

test('measures nothing without observers', () => {
  expect(createStatements([])).toBeNull();
});
