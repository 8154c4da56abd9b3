import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { headed, openConnected, type System } from './system.ts';

/**
 * Milliseconds from saving a source file of a new plugin, which `komak plugin dev` watches, until an open
 * browser shows the change.
 */
export async function measureSaves(system: System, saves: number): Promise<Record<string, number[]>> {
  const { installation, folder, page } = system;
  const source = join(folder, 'eslatma');
  const key = join(folder, 'key.txt');
  await writeFile(key, system.privateKey);
  const komak = (...words: readonly string[]) =>
    spawn(process.execPath, ['kernel/app/server/komak.ts', ...words], {
      env: {
        ...process.env,
        DATABASE_URL: '',
        KOMAK_DATA: installation.data,
        KOMAK_DEPLOYMENT: system.deployment,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  await new Promise((done) => komak('new', 'plugin', 'eslatma', source).once('exit', done));
  const watching = komak('plugin', 'dev', source, '--key', key, '--name', 'city');
  try {
    const address = installation.node.url;
    while ((await fetch(`${address}/api/uz/eslatma`)).status !== 401) await wait(20);
    await installation.withDatabase(({ database }) =>
      sql`update admin_roles set permissions = permissions || '{eslatma_write}'`.execute(database),
    );
    await openConnected(page, `${address}/eslatma`);
    const file = join(source, 'client', 'list-page.tsx');
    const text = await readFile(file, 'utf8');
    const times: number[] = [];
    for (let save = 0; save <= saves; save++) {
      const began = performance.now();
      await writeFile(file, text.replace("title={t('menu.list')}", `title="Save ${save}"`));
      await headed(page, `Save ${save}`);
      // The first one has nothing compiled yet.
      if (save > 0) times.push(performance.now() - began);
      await wait(300);
    }
    return { 'save in plugin dev': times };
  } finally {
    watching.kill('SIGINT');
    await new Promise((done) => watching.once('exit', done));
  }
}
