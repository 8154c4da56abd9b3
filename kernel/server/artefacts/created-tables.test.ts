import { expect, test } from 'vitest';
import { createdTables } from './created-tables.ts';

test.each<[string, string, string[]]>([
  ['a table', 'create table queue_a (id int);', ['queue_a']],
  [
    'several, one of which is in the middle of a line',
    'select 1; CREATE TABLE a (x int); create table b ();',
    ['a', 'b'],
  ],
  ['one that may be there', 'create table if not exists queue_a (id int);', ['queue_a']],
  ['one with its schema', 'create table public.queue_a (id int);', ['queue_a']],
  ['one whose name is quoted', 'create table "public"."Queue ""A""" (id int);', ['Queue "A"']],
  ['an unlogged one', 'create unlogged table queue_a (id int);', ['queue_a']],
  ['a partition', 'create table queue_a_1 partition of queue_a default;', ['queue_a_1']],
  ['one of a query', 'create table queue_a as select 1 one;', ['queue_a']],
  ['a foreign one', 'create foreign table queue_a (id int) server s;', ['queue_a']],
  ['views', 'create or replace view v as select 1; create materialized view m as select 1;', ['v', 'm']],
  ['comments between', 'create -- soon\n table /* one */ queue_a (id int);', ['queue_a']],
  ['one within a block', 'do $$ begin create table queue_a (id int); end $$;', ['queue_a']],
  ['a letter of another alphabet', 'create table очередь (id int);', ['очередь']],
  [
    'what only speaks of it',
    "comment on table a is 'create table b'; -- create table c\n/* create table d */",
    [],
  ],
  [
    'a string with a backslash',
    "select E'it\\'s'; create table queue_a (x text default 'create table b');",
    ['queue_a'],
  ],
  [
    'other things',
    'create index on a (id); create type t as enum (); create temporary table x (id int);',
    [],
  ],
])('finds %s', (_what, sql, tables) => {
  expect(createdTables(sql)).toEqual(tables);
});
