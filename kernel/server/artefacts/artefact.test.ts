import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allOf, definePlugin, deploymentSchema, signedIn, type Manifest } from '#kernel/contract/index.ts';
import { digestOf, readArchive, readFolder, writeArchive, type ArtefactFiles } from './archive.ts';
import { readArtefact } from './artefact.ts';
import { checkArtefact } from './check-artefact.ts';
import { manifestFromJson, manifestToJson } from './manifest-json.ts';
import { rejection, rejectionText, type Rejection } from './rejection.ts';
import { checkTrust, generateKey, signDigest } from './signature.ts';

const manifest = definePlugin({
  id: 'queue',
  version: '1.2.0',
  requires: { neighborhoods: '^1.0' },
  permissions: ['queue_watch'],
  config: z.object({
    counters: z.int().min(1).max(50).default(4),
    password: z.string().meta({ writeOnly: true }).default(''),
  }),
  publicConfig: ['counters'],
  routes: { hall: { path: '/queue/:id', access: allOf('queue_watch') } },
  menu: { hall: { icon: 'users' } },
  events: {
    queue_change: { payload: z.object({ id: z.int() }), access: allOf('queue_watch'), area: 'none' },
  },
});
const texts = { menu: { title: 'Navbat', hall: 'Zal' }, permissions: { queue_watch: 'Koʻrish' } };

function artefactOf(changes: Readonly<Record<string, unknown>> = {}): ArtefactFiles {
  const contents: Record<string, unknown> = {
    'package.json': { name: 'komak-plugin-queue', version: '1.2.0', komak: { apiVersion: '^1' } },
    'manifest.json': manifestToJson(manifest),
    'locales/uz.json': texts,
    'locales/ru.json': texts,
    'client.js': `import { useState } from 'react'; export const a = () => import('valtio'), b = useState;`,
    'migrations/001-counters.sql': 'create table queue_counters (id bigint);',
    ...changes,
  };
  return new Map(
    Object.entries(contents)
      .filter(([, content]) => content !== undefined)
      .map(([path, content]) => [
        path,
        Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
      ]),
  );
}

async function archiveOf(entries: readonly (readonly [Partial<Header> & { name: string }, string?])[]) {
  const archive = pack();
  for (const [header, content] of entries) archive.entry(header, content ?? '');
  archive.finalize();
  return gzipSync(await buffer(archive));
}

test('an archive contains its files, and the same files have the same bytes', async () => {
  const files = artefactOf();
  const archive = await writeArchive(files);
  expect(await writeArchive(new Map([...files].toReversed()))).toEqual(archive);
  const read = await readArchive(archive);
  expect(digestOf(read)).toBe(digestOf(files));
  expect([...read.keys()].toSorted()).toEqual([...files.keys()].toSorted());
});

test('the digest is of paths and contents, and not of the signature', () => {
  const digest = digestOf(artefactOf());
  expect(digest).toMatch(/^sha256-[0-9a-f]{64}$/);
  expect(digestOf(artefactOf({ 'signature.json': '{}' }))).toBe(digest);
  expect(digestOf(artefactOf({ 'client.js': 'other' }))).not.toBe(digest);
  expect(digestOf(artefactOf({ 'client.js': undefined, 'server.js': 'x' }))).not.toBe(digest);
});

test.each<[string, readonly (readonly [Partial<Header> & { name: string }, string?])[], string]>([
  ['a path that leads out', [[{ name: 'package/../../etc/passwd' }, 'x']], 'is outside of its folder'],
  ['an absolute path', [[{ name: '/etc/passwd' }, 'x']], 'is outside of its folder'],
  ['a path of Windows', [[{ name: String.raw`package\..\..\x` }, 'x']], 'is outside of its folder'],
  ['a symbolic link', [[{ name: 'package/client.js', type: 'symlink', linkname: '/etc/passwd' }]], 'link'],
  ['a hard link', [[{ name: 'package/client.js', type: 'link', linkname: 'package/manifest.json' }]], 'link'],
  ['a device', [[{ name: 'package/client.js', type: 'character-device' }]], 'is not part of a plugin'],
  ['a file that no plugin has', [[{ name: 'package/run.sh' }, 'x']], 'run.sh" is not part of a plugin'],
  [
    'a file twice',
    [
      [{ name: 'package/client.js' }, 'x'],
      [{ name: 'package/client.js' }, 'y'],
    ],
    'client.js twice',
  ],
  ['a bomb', [[{ name: 'package/client.js' }, ' '.repeat(50 * 1024 * 1024)]], '40 MiB are allowed'],
  [
    'ten thousand files',
    Array.from(
      { length: 501 },
      (_, n) => [{ name: `package/migrations/${String(n).padStart(3, '0')}-a.sql` }, ''] as const,
    ),
    'more than 500 files',
  ],
])('rejects an archive with %s', async (_what, entries, sentence) => {
  await expect(readArchive(await archiveOf(entries))).rejects.toThrow(sentence);
});

test('rejects a file that is not an archive, and a truncated archive', async () => {
  await expect(readArchive(Buffer.from('hello'))).rejects.toThrow('The archive cannot be read');
  const whole = await writeArchive(artefactOf());
  await expect(readArchive(whole.subarray(0, whole.length - 40))).rejects.toThrow('cannot be read');
  await expect(readArchive(Buffer.alloc(11 * 1024 * 1024))).rejects.toThrow('10 MiB are allowed');
});

test('a folder is read without its other files, and without links', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'komak-artefact-'));
  await writeFile(join(folder, 'manifest.json'), '{}');
  await writeFile(join(folder, 'notes.txt'), 'mine');
  expect([...(await readFolder(folder)).keys()]).toEqual(['manifest.json']);
  await symlink('/etc/hostname', join(folder, 'client.js'));
  await expect(readFolder(folder)).rejects.toThrow('links are not allowed');
  await rm(folder, { recursive: true });
});

test('a manifest goes to JSON and back with its schemas', () => {
  const read = manifestFromJson(JSON.parse(JSON.stringify(manifestToJson(manifest))));
  expect(read).toMatchObject({ id: 'queue', requires: { neighborhoods: '^1.0' }, menu: manifest.menu });
  expect(read.config?.safeParse({})).toMatchObject({ data: { counters: 4, password: '' } });
  expect(read.config?.safeParse({ counters: 99 }).success).toBe(false);
  expect(read.config?.shape['password']).toSatisfy((one: z.ZodType) => one.meta()?.['writeOnly'] === true);
  expect(read.events?.['queue_change']?.payload.safeParse({ id: 'x' }).success).toBe(false);
});

test('reads an artefact without executing its code', async () => {
  const artefact = await readArtefact(artefactOf({ 'server.js': 'throw new Error("executed");' }));
  expect(artefact).toMatchObject({ apiVersion: '^1', hasServer: true, hasClient: true, signature: null });
  expect(artefact.migrations.map(({ name }) => name)).toEqual(['001-counters.sql']);
});

test.each<[string, Readonly<Record<string, unknown>>, string | RegExp]>([
  ['no manifest', { 'manifest.json': undefined }, 'The file manifest.json is missing'],
  ['a manifest that is no JSON', { 'manifest.json': '{' }, 'The file manifest.json is invalid'],
  ['a manifest with a wrong id', { 'manifest.json': { id: 'A', version: '1.0.0' } }, /manifest\.json.*id/],
  [
    'a claim to be essential',
    { 'manifest.json': { id: 'a', version: '1.0.0', essential: true } },
    /manifest\.json.*essential/,
  ],
  [
    'an event without access',
    { 'manifest.json': { id: 'a', version: '1.0.0', events: { a: { payload: {}, area: 'none' } } } },
    'events.a.access',
  ],
  ['no range of plugin-api', { 'package.json': { name: 'x' } }, 'package.json'],
  [
    'a text that one language lacks',
    { 'locales/ru.json': { menu: { title: 'Очередь' }, permissions: texts.permissions } },
    'locales/ru.json lacks "menu.hall"',
  ],
  [
    'a text that both lack',
    { 'locales/uz.json': {}, 'locales/ru.json': {} },
    'lacks "permissions.queue_watch"',
  ],
  ['an import that is not shared', { 'client.js': `import 'lodash';` }, 'client.js imports "lodash"'],
  ['a relative import', { 'client.js': `import './more.js';` }, 'client.js imports "./more.js"'],
  ['an import by address', { 'client.js': `import('https://evil.example/x.js')` }, 'evil.example'],
  ['Node in the browser', { 'client.js': `import 'node:fs';` }, 'client.js imports "node:fs"'],
  ['a migration without a number', { 'migrations/counters.sql': '' }, 'is not part of a plugin'],
])('rejects an artefact with %s', async (_what, changes, sentence) => {
  await expect(readArtefact(artefactOf(changes))).rejects.toThrow(sentence);
});

test('a server module is trusted by a listed key or by its hash', () => {
  const { privateKey, publicKey } = generateKey();
  const digest = digestOf(artefactOf());
  const deployment = { trust: { keys: { city: publicKey }, upload: false }, plugins: {} };
  const signature = signDigest(digest, 'city', privateKey);
  const check = (given: { digest?: string; signature?: typeof signature | null }, to = deployment) =>
    checkTrust({ manifest: { id: 'queue' }, digest, signature, ...given }, to);
  expect(check({})).toEqual({ signer: { by: 'key', key: 'city' }, rejection: null });
  expect(check({ signature: null }).rejection?.code).toBe('unsigned');
  expect(check({ digest: digestOf(new Map()) }).rejection?.code).toBe('tampered');
  expect(check({ signature: signDigest(digest, 'village', privateKey) }).rejection?.code).toBe('unknown_key');
  expect(check({ signature: signDigest(digest, 'toString', privateKey) }).rejection?.code).toBe(
    'unknown_key',
  );
  const byAnother = check({ signature: signDigest(digest, 'city', generateKey().privateKey) }).rejection;
  expect(byAnother?.code).toBe('tampered');
  expect(byAnother && rejectionText(byAnother)).toContain('or signed by another key');
  const settings = { enabled: true, onFailure: 'quarantine', config: {} } as const;
  const byHash = (integrity: string) => ({ ...deployment, plugins: { queue: { ...settings, integrity } } });
  expect(check({ signature: null }, byHash(digest)).signer).toEqual({ by: 'hash' });
  expect(check({}, byHash(digestOf(new Map()))).rejection?.code).toBe('other_digest');
});

test('a framed plugin needs no signature, but a present hash or signature must be valid', () => {
  const digest = digestOf(artefactOf());
  const framed = { id: 'queue', isolation: 'frame' } as const;
  const integrity = digestOf(new Map());
  const settings = { enabled: true, onFailure: 'quarantine', config: {} } as const;
  const deployment = { trust: { keys: {}, upload: false }, plugins: {} };
  expect(checkTrust({ manifest: framed, digest, signature: null }, deployment)).toEqual({
    signer: null,
    rejection: null,
  });
  const named = { ...deployment, plugins: { queue: { ...settings, integrity } } };
  expect(checkTrust({ manifest: framed, digest, signature: null }, named).rejection?.code).toBe(
    'other_digest',
  );
  const signature = signDigest(digest, 'city', generateKey().privateKey);
  expect(checkTrust({ manifest: framed, digest, signature }, deployment).rejection?.code).toBe('unknown_key');
});

test('a sentence that quotes another ends with one full stop', () => {
  expect(rejectionText(rejection('start', { problem: 'both answer; remove one of them.' }))).toBe(
    'It failed to start: both answer; remove one of them.',
  );
  expect(rejectionText(rejection('start', { problem: 'no ink' }))).toBe('It failed to start: no ink.');
});

const event = { payload: z.object({}), access: signedIn, area: 'none' } as const;

test.each<[string, Partial<Manifest>, readonly Rejection[]]>([
  [
    'a page',
    { routes: { hall: { path: '/cards/:card', access: signedIn } } },
    [rejection('taken_path', { name: '/cards/:…', other: 'cards' })],
  ],
  [
    'a permission',
    { permissions: ['cards_write'] },
    [rejection('taken_permission', { name: 'cards_write', other: 'cards' })],
  ],
  [
    'an event',
    { events: { card_change: event } },
    [rejection('taken_event', { name: 'card_change', other: 'cards' })],
  ],
  [
    'a notice',
    { notices: { card_due: { icon: 'bell', payload: z.object({}) } } },
    [rejection('taken_notice', { name: 'card_due', other: 'cards' })],
  ],
  ['an id', { id: 'cards' }, [rejection('taken_id', { name: 'cards', other: 'Ko‘mak' })]],
  ['nothing', {}, []],
])('names both plugins when another plugin has %s already', async (_what, more, rejections) => {
  const cards: Manifest = {
    id: 'cards',
    version: '1.0.0',
    permissions: ['cards_write'],
    routes: { one: { path: '/cards/:id', access: signedIn } },
    events: { card_change: event },
    notices: { card_due: { icon: 'bell', payload: z.object({}) } },
  };
  const artefact = await readArtefact(artefactOf());
  const other: Manifest = { id: 'queue', version: '1.0.0', ...more };
  const { digest } = artefact;
  const deployment = deploymentSchema.parse({ plugins: { [other.id]: { integrity: digest } } });
  const found = checkArtefact(
    { ...artefact, manifest: other },
    { deployment, builtIn: [cards], external: [] },
  );
  expect(found.rejections).toEqual(rejections);
});
