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
  const statements = createStatements();
  const seen: [string, number][] = [];
  const observe = (name: string, seconds: number) => void seen.push([name, seconds]);
  statements.record('select 1 from a', 5);
  statements.observers.add(observe);
  statements.record('select 1 from a', 250);
  statements.observers.delete(observe);
  statements.record('select 1 from a', 7);
  expect(seen).toEqual([['select a', 0.25]]);
});
