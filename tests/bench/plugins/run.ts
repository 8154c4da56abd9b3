/**
 * How soon everybody follows when an outside plugin is upgraded: `npm run bench -- plugins [--versions N]`.
 *
 * Two servers on one PostgreSQL, and a browser at the second one with the plugin's page open. Each version is read, handed to
 * the nodes as `komak plugin add` does it, and followed until the first and the second server answer by it and the browser
 * shows it. Times are milliseconds from the moment at which it was handed over; the goal is a second.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readArtefact } from '#kernel/server/artefacts/artefact.ts';
import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { addArtefact } from '#kernel/server/cli/outside-plugins.ts';
import { writeState } from '#kernel/server/plugins/state/plugin-state-store.ts';
import { findRunning } from '#kernel/server/database/embedded/embedded.ts';
import { queueFiles } from '../../outside/support/queue.ts';
import { install } from '../../support/installation.ts';
import { startNode } from '../../support/node-process.ts';
import { openBrowser } from '../map/browser.ts';
import { percentile } from '../support/percentile.ts';

const goalMs = 1000;
const { privateKey, publicKey } = generateKey();

const clientOf = (version: string) => `
  import { createElement as h } from 'react';
  import { anyone, definePlugin } from '@komak/plugin-api/contract';
  import { defineClient } from '@komak/plugin-api/client';
  const manifest = definePlugin({ id: 'queue', version: '${version}', routes: { hall: { path: '/queue', access: anyone } } });
  export const client = defineClient(manifest, { pages: { hall: () => h('h1', null, 'version ${version}') } });`;

async function main(versions: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'komak-bench-plugins-'));
  const deployment = join(folder, 'deployment.json');
  const own = JSON.parse(await readFile(resolve('deployment.json'), 'utf8')) as object;
  await writeFile(
    deployment,
    JSON.stringify({ ...own, $schema: undefined, tiles: [], trust: { keys: { city: publicKey } } }),
  );
  const stops = [() => rm(folder, { recursive: true })];
  try {
    const installation = await install({ KOMAK_DEPLOYMENT: deployment });
    stops.push(() => installation.remove());
    const { user, password, host, database } = (await findRunning(installation.data)) ?? {};
    const second = await startNode({
      DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?host=${host}`,
      KOMAK_DEPLOYMENT: deployment,
      KOMAK_DEMO: '0',
    });
    stops.push(async () => void (await second.stop()));
    const browser = await openBrowser();
    stops.push(() => browser.close());
    const page = await browser.newPage();
    await page.addInitScript((token) => localStorage.setItem('access-token', token), installation.token);

    const times: Record<string, number[]> = {
      'the first server': [],
      'the second server': [],
      'a browser there': [],
    };
    for (let patch = 0; patch <= versions; patch++) {
      const version = `1.0.${patch}`;
      const files = queueFiles({ key: { name: 'city', privateKey }, version, client: clientOf(version) });
      const artefact = await readArtefact(files);
      const began = performance.now();
      await installation.withDatabase(async (opened) => {
        await addArtefact(opened.database, artefact);
        if (patch === 0) await writeState(opened.database, 'queue', { enabled: true, retry: true }, null);
      });
      const since = async (done: Promise<unknown>) => done.then(() => performance.now() - began);
      const answers = [installation.node.url, second.url].map((url) => since(answersBy(url, version)));
      if (patch === 0) {
        await Promise.all(answers);
        await page.goto(`${second.url}/queue`);
        await page.locator('html[data-connection=on]').waitFor();
      }
      const shown = since(page.getByRole('heading', { name: `version ${version}` }).waitFor());
      const measured = await Promise.all([...answers, shown]);
      if (patch > 0)
        for (const [index, list] of Object.values(times).entries()) list.push(measured[index] ?? Infinity);
    }
    return print(times);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function answersBy(url: string, version: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/uz/queue`);
    const body = (await answer.json()) as { version?: string };
    if (answer.ok && body.version === version) return;
    await wait(5);
  }
}

function print(times: Readonly<Record<string, readonly number[]>>): boolean {
  process.stdout.write(`${''.padEnd(20)} median    most   goal  reached\n`);
  return Object.entries(times)
    .map(([name, list]) => {
      const most = Math.max(...list);
      const cells = [percentile(list, 0.5), most, goalMs].map((value) => value.toFixed(0).padStart(7));
      process.stdout.write(`${name.padEnd(18)}${cells.join(' ')}  ${most <= goalMs ? 'yes' : 'NO'}\n`);
      return most <= goalMs;
    })
    .every(Boolean);
}

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { versions: { type: 'string', default: '20' } },
});
if (!(await main(Number(values.versions)))) process.exitCode = 1;
