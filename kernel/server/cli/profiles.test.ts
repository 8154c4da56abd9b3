import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeploymentInput } from '#kernel/contract/index.ts';
import { runKomakInProcess } from '#kernel/testing/command.ts';

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

test('checks several profiles, and says of each what is wrong', async () => {
  const good = await profile('good', { plugins: base });
  const bad = await profile('bad', { plugins: { streets: {}, street: {} } });
  const missing = await profile('missing', { plugins: { ...base, queue: { source: './queue.tgz' } } });
  const { code, out } = await komak('validate', good, bad, missing);
  expect(code).toBe(1);
  expect(out).toContain(`${good} is right.`);
  expect(out).toContain('did you mean "streets"');
  expect(out).toContain(
    `In ${missing}, "queue" is refused: There is no folder, package or .tgz at ./queue.tgz.`,
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
      expect.stringMatching(/^- neighborhoods \(neighborhoods is switched off\)$/),
      expect.stringMatching(/^- streets \(streets requires neighborhoods: neighborhoods is switched off\)$/),
      expect.stringMatching(/^ {4}pages: .*\/streets/),
      '~ "testMode" differs',
    ]),
  );
  // It cannot work without neighbourhoods either, and so does not come.
  expect(out).not.toContain('+ applications');
  expect((await komak('diff', city, village)).out).toContain('+ streets');
});

test('names changed settings without their values, and another order', async () => {
  const one = await profile('one', {
    plugins: { ...base, settings: {}, applications: { config: { deadlineDays: 7 } } },
  });
  const two = await profile('two', {
    plugins: { applications: { config: { deadlineDays: 9 } }, ...base, settings: {} },
  });
  const { out } = await komak('diff', one, two);
  expect(out).toContain('~ applications has other settings: deadlineDays');
  expect(out).toMatch(/the menu is in another order: applications, /);
  expect(out).not.toContain('9');
  expect((await komak('diff', one, one)).out).toContain('say the same');
  expect(await komak('diff', one)).toMatchObject({ code: 1, out: expect.stringContaining('Usage') });
});

test('does not call profiles the same that treat a failing plugin differently', async () => {
  const one = await profile('quarantine', { plugins: base });
  const two = await profile('abort', { plugins: { ...base, streets: { onFailure: 'abort' } } });
  expect((await komak('diff', one, two)).out).toBe('~ "plugins.streets.onFailure" differs\n');
});
