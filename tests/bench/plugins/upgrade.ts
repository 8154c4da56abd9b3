import { setTimeout as wait } from 'node:timers/promises';
import { readArtefact } from '#kernel/server/artefacts/artefact.ts';
import { addArtefact } from '#kernel/app/server/cli/external-plugins.ts';
import { findRunningDatabase } from '#kernel/server/database/embedded/embedded.ts';
import { writeState } from '#kernel/server/plugins/state/plugin-state-store.ts';
import { queueFiles } from '../../external/support/queue.ts';
import { startNode } from '../../support/node-process.ts';
import { headed, openConnected, type System } from './system.ts';

const clientOf = (version: string) => `
  import { createElement as h } from 'react';
  import { anyone, definePlugin } from '@komak/plugin-api/contract';
  import { defineClient } from '@komak/plugin-api/client';
  const manifest = definePlugin({ id: 'queue', version: '${version}', routes: { hall: { path: '/queue', access: anyone } } });
  export const client = defineClient(manifest, { pages: { hall: () => h('h1', null, 'version ${version}') } });`;

/**
 * Milliseconds from passing a version to the servers, as `komak plugin add` does, until both servers use it
 * and a browser on the second one shows it.
 */
export async function measureUpgrades(system: System, versions: number): Promise<Record<string, number[]>> {
  const { installation, deployment, privateKey, page } = system;
  const { user, password, host, database } = (await findRunningDatabase(installation.data)) ?? {};
  const second = await startNode({
    DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?host=${host}`,
    KOMAK_DEPLOYMENT: deployment,
    KOMAK_DEMO: '0',
  });
  try {
    const times: Record<string, number[]> = {
      'upgrade, the first server': [],
      'upgrade, the second': [],
      'upgrade, a browser': [],
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
      const answers = [installation.node.url, second.url].map((url) => since(responsesBy(url, version)));
      if (patch === 0) {
        await Promise.all(answers);
        await openConnected(page, `${second.url}/queue`);
      }
      const shown = since(headed(page, `version ${version}`));
      const measured = await Promise.all([...answers, shown]);
      if (patch > 0)
        for (const [index, list] of Object.values(times).entries()) list.push(measured[index] ?? Infinity);
    }
    return times;
  } finally {
    await second.stop();
  }
}

async function responsesBy(url: string, version: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/uz/queue`);
    const body = (await response.json()) as { version?: string };
    if (response.ok && body.version === version) return;
    await wait(5);
  }
}
