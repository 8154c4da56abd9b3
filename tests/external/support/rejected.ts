import { generateKey } from '#kernel/server/artefacts/signature.ts';
import type { QueueDraft } from './queue.ts';

const foreign = (text: string) => ({ files: { 'migrations/001-counters.sql': text } });

/** Drafts that are rejected, each with its message. */
export const rejected: readonly [what: string, draft: QueueDraft, sentence: string | RegExp][] = [
  [
    'another version of plugin-api',
    { apiVersion: '^2' },
    'requires plugin-api ^2, but this Ko‘mak has 1.0.0',
  ],
  [
    'a requirement that is missing',
    { manifest: { requires: ['printers'] } },
    'queue requires printers, which is not installed',
  ],
  [
    'a requirement of another version',
    { manifest: { requires: { streets: '^9.0' } } },
    /queue requires streets \^9\.0, but 1\.\d\.\d is installed/,
  ],
  [
    'a path of another',
    { manifest: { routes: { hall: { path: '/streets', access: { rule: 'anyone' } } } } },
    'Its page has the path "/streets", and so has one of streets',
  ],
  ['the id of another', { manifest: { id: 'streets' } }, 'belongs to a plugin of Ko‘mak'],
  ['no signature', { key: null }, /is not signed by a key of the deployment.*sha256-/],
  [
    'the signature of a stranger',
    { key: { name: 'city', privateKey: generateKey().privateKey } },
    'changed after they were signed by the key "city"',
  ],
  [
    'a server module that throws',
    { server: 'throw new Error("no paper");' },
    'server.js cannot be loaded: no paper',
  ],
  [
    'a server module of another manifest',
    { manifest: { routes: {}, menu: {} }, server: serverOf('other') },
    'built with another manifest',
  ],
  ['a server module that hangs', { server: 'for (;;);' }, 'server.js was not loaded within 10 seconds'],
  [
    'a call of another',
    { server: serverOf('queue', 'streets') },
    /The plugins streets and queue both declare GET streets/,
  ],
  [
    'a migration that drops a foreign table',
    foreign('drop table one_id_tickets;'),
    'accesses one_id_tickets',
  ],
  [
    'a reference to a foreign table',
    foreign('create table queue_a (id int references admins);'),
    'accesses admins',
  ],
  [
    'an id that begins names of the kernel’s tables',
    { manifest: { id: 'idempotency' }, ...foreign('create table idempotency_things (id int);') },
    /tables of idempotency begin with its id, and idempotency_\w+ exists already; choose another id/,
  ],
  ['a type of nobody’s name', foreign('create type kind as enum ();'), 'accesses kind'],
  [
    'a migration that reads a foreign table',
    foreign('create table queue_counters as select * from admins;'),
    'accesses admins',
  ],
  [
    'a migration that shows a foreign table in a view',
    foreign('create view queue_people as select * from admins;'),
    'accesses admins',
  ],
  [
    'a migration that reads a foreign table in a function',
    foreign(
      'create function queue_count() returns bigint language sql begin atomic select count(*) from admins; end;',
    ),
    'accesses admins',
  ],
  [
    'a migration that writes the kernel’s',
    foreign(`delete from komak_migrations where plugin = 'streets';`),
    'accesses komak_migrations',
  ],
  [
    'a migration that ends the transaction',
    foreign('create table queue_a (id int); commit; drop table streets;'),
    /migration 001-counters\.sql failed/,
  ],
  [
    'a migration that replaces a function',
    foreign(
      'create or replace function notify_plugin_change() returns trigger language plpgsql as $$ begin return null; end $$;',
    ),
    'accesses notify_plugin_change',
  ],
  [
    'a migration that reads a foreign table and rolls back',
    foreign(
      'do $$ begin perform from one_id_tickets; raise division_by_zero; exception when division_by_zero then end $$;',
    ),
    'accesses one_id_tickets',
  ],
  [
    'a migration that gives a foreign table away',
    foreign('grant select on admins to public;'),
    'accesses admins',
  ],
  [
    'a migration that gives a column away',
    foreign('grant select (id) on admins to public;'),
    'accesses admins',
  ],
  [
    'a migration that drops a foreign function',
    foreign('drop function notify_plugin_change() cascade;'),
    'accesses notify_plugin_change',
  ],
  [
    'a migration that gives a foreign function a name of its own',
    foreign('alter function notify_plugin_change() rename to queue_tell;'),
    'accesses notify_plugin_change',
  ],
  [
    'a migration that gives its own table a foreign name',
    foreign('create table queue_a (id int); alter table queue_a rename to nobodys;'),
    'accesses nobodys',
  ],
  [
    'a migration that sets privileges for tables to come',
    foreign('alter default privileges grant all on tables to public;'),
    'accesses default privileges',
  ],
  ['a migration that makes a role', foreign('create role nobody_knows;'), /accesses nobody_knows|failed/],
  [
    'a migration that ends the quotes',
    foreign('create table queue_a (id int); $sql$; end $sql$; drop table streets;'),
    /failed|accesses/,
  ],
];

function serverOf(id: string, path = 'queue'): string {
  return `import { z } from 'zod';
    import { anyone, definePlugin } from '@komak/plugin-api/contract';
    import { defineServer, route } from '@komak/plugin-api/server';
    const manifest = definePlugin({ id: '${id}', version: '1.0.0', permissions: ['queue_watch'],
      config: z.object({ greeting: z.string().default('salom') }),
      routes: { hall: { path: '/queue', access: anyone } }, menu: { hall: { icon: 'users' } } });
    export const server = defineServer(manifest, { routes: [route({ method: 'GET', path: '${path}', summary: 'A',
      access: anyone, response: z.object({}), handle: () => ({}) })] });`;
}
