import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeploymentInput } from '#kernel/contract/index.ts';
import { digestOf } from '#kernel/server/artefacts/archive.ts';
import { runKomakInProcess } from '#kernel/testing/command.ts';
import { queueFiles, writePacked } from '../../../../tests/external/support/queue.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-profiles-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function profile(name: string, deployment: DeploymentInput): Promise<string> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(deployment));
  return file;
}
const komak = (...words: readonly string[]) => runKomakInProcess(words, { DATABASE_URL: '' });

const base = { admins: {}, neighborhoods: {}, streets: {} };

test('checks several profiles, and reports the problems of each', async () => {
  const good = await profile('good', { plugins: base });
  const bad = await profile('bad', { plugins: { streets: {}, street: {} } });
  const missing = await profile('missing', { plugins: { ...base, queue: { source: './queue.tgz' } } });
  const { code, out } = await komak('validate', good, bad, missing);
  expect(code).toBe(1);
  expect(out).toContain(`${good} is valid.`);
  expect(out).toContain('did you mean "streets"');
  expect(out).toContain(
    `In ${missing}, "queue" is rejected: There is no folder, package or .tgz at ./queue.tgz.`,
  );
  expect(await komak('validate', good, good)).toMatchObject({ code: 0 });
});

test('shows the difference between two profiles as a plan', async () => {
  const village = await profile('village', { plugins: { ...base, directions: {} } });
  const city = await profile('city', {
    testMode: true,
    plugins: {
      ...base,
      neighborhoods: { enabled: false },
      directions: {},
      applications: { config: { deadlineDays: 7 } },
    },
  });
  const { code, out } = await komak('diff', village, city);
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^- neighborhoods \(neighborhoods is disabled\)$/),
      expect.stringMatching(/^- streets \(streets requires neighborhoods: neighborhoods is disabled\)$/),
      expect.stringMatching(/^ {4}pages: .*\/streets/),
      '~ "testMode" false → true',
    ]),
  );
  // It requires neighborhoods, so it is not listed.
  expect(out).not.toContain('+ applications');
  expect((await komak('diff', city, village)).out).toContain('+ streets');
});

test('shows changed settings with their values, also of a plugin that is off, and another order', async () => {
  const one = await profile('one', {
    plugins: { ...base, settings: {}, applications: { enabled: false, config: { deadlineDays: 7 } } },
  });
  const two = await profile('two', {
    plugins: { applications: { enabled: false, config: { deadlineDays: 9 } }, settings: {}, ...base },
  });
  const { out } = await komak('diff', one, two);
  expect(out).toContain('~ "plugins.applications.config.deadlineDays" 7 → 9');
  expect(out).toMatch(/the menu is in another order: settings, /);
  expect((await komak('diff', one, one)).out).toContain('are equivalent');
  for (const files of [[one], [one, two, one]])
    expect(await komak('diff', ...files)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Usage'),
    });
});

test('treats profiles that handle a failing plugin differently as different', async () => {
  const one = await profile('quarantine', { plugins: base });
  const two = await profile('abort', { plugins: { ...base, streets: { onFailure: 'abort' } } });
  expect((await komak('diff', one, two)).out).toBe('~ "plugins.streets.onFailure" "quarantine" → "abort"\n');
});

test('reports what a disabled source adds and removes, and changed contents of one version', async () => {
  const withQueue = async (name: string, waiting: string, enabled = true) => {
    const files = queueFiles({ files: { 'migrations/002-more.sql': `-- ${waiting}` } });
    const source = await writePacked(files);
    return profile(name, { plugins: { ...base, queue: { source, integrity: digestOf(files), enabled } } });
  };
  const [one, two] = [await withQueue('first', 'one'), await withQueue('second', 'two')];
  expect((await komak('diff', one, two)).out).toMatch(
    /^~ queue 1\.0\.0 has other contents: sha256-\w+ → sha256-\w+$/m,
  );
  const off = await withQueue('off', 'one', false);
  const none = await profile('none', { plugins: base });
  expect((await komak('diff', none, off)).out).toMatch(/^~ queue 1\.0\.0 is installed$/m);
  expect((await komak('diff', off, none)).out).toMatch(/^~ queue 1\.0\.0 is no longer installed$/m);
  // It was added from the command line, so only the database has it.
  const named = (greeting: string) => ({ plugins: { ...base, queue: { config: { greeting } } } });
  const [salom, assalom] = [
    await profile('salom', named('salom')),
    await profile('assalom', named('assalom')),
  ];
  expect((await komak('diff', salom, assalom)).out).toBe('~ "plugins.queue.config.greeting" differs\n');
});

test('compares versions and settings of external plugins, and names no secret', async () => {
  const config = {
    type: 'object',
    properties: { greeting: { type: 'string' }, pin: { type: 'string', writeOnly: true } },
    additionalProperties: false,
  };
  const withQueue = async (name: string, version: string, settings: Record<string, unknown>) => {
    const files = queueFiles({ version, manifest: { config } });
    const source = await writePacked(files);
    return profile(name, {
      plugins: { ...base, queue: { source, integrity: digestOf(files), config: settings } },
    });
  };
  const one = await withQueue('queue-1', '1.0.0', { greeting: 'salom', pin: '1111' });
  const two = await withQueue('queue-2', '1.1.0', { greeting: 'assalom', pin: '2222' });
  expect(await komak('validate', one, two)).toMatchObject({ code: 0 });
  const { out } = await komak('diff', one, two);
  expect(out).toContain('~ queue 1.0.0 becomes 1.1.0');
  expect(out).toContain('~ "plugins.queue.config.greeting" "salom" → "assalom"');
  expect(out).toContain('~ "plugins.queue.config.pin" differs');
  expect(out).not.toMatch(/1111|2222/);
  const without = await profile('without', { plugins: base });
  expect((await komak('diff', without, two)).out).toMatch(
    /^\+ queue\n {4}pages: \/queue\n {4}permissions: queue_watch\n~ queue 1\.1\.0 is installed$/m,
  );
});
