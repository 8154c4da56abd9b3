import { stat, watch } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readArtefact } from '#kernel/server/artefacts/artefact.ts';
import { PluginRejected, rejectionText } from '#kernel/server/artefacts/rejection.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { readStates, writeState } from '#kernel/server/plugins/state/plugin-state-store.ts';
import type { Database } from '#kernel/server/api/index.ts';
import { isInUse } from '#kernel/server/database/embedded/embedded.ts';
import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';
import { addArtefact, followCandidate, withExisting } from './external-plugins.ts';
import { unknownSlots } from './plugin-slots.ts';
import { readArtefactOrSource, withSignature, type SigningKey } from './plugin-tools.ts';

type Print = (line: string) => void;

/** Delay after a change, since editors write a file in several steps. */
const settleMs = 60;

/** Installs a plugin from its source folder into the running system, and again after each change, until interrupted. */
export async function develop(folder: string, key: SigningKey, print: Print): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new StartupError(`There is no folder ${resolve(folder)} to watch.`);
  await assertRunning();
  return withExisting(async ({ database }) => {
    await put(database, { folder, key, print });
    print(`${folder} is being watched. Stop with Ctrl+C.`);
    let timer: NodeJS.Timeout | undefined;
    const installs = createSerialQueue();
    for await (const { filename } of watch(resolve(folder), { recursive: true })) {
      if (filename === null || /(^|[\\/])(node_modules|\.git)([\\/]|$)|\.tgz$/.test(filename)) continue;
      clearTimeout(timer);
      timer = setTimeout(() => {
        void installs(() => put(database, { folder, key, print }));
      }, settleMs);
    }
    return true;
  });
}

/** Requires a running server: otherwise this process would start the database itself and block the server. */
async function assertRunning(): Promise<void> {
  const { databaseUrl, data } = readEnvironment(process.env);
  if (databaseUrl === null && !(await isInUse(data)))
    throw new StartupError(
      `No server is running on ${data}: start one first (npm start), or set KOMAK_DATA to the folder of the running one.`,
    );
}

/** Packs and installs the folder. Prints problems; on failure the previous version keeps running. */
async function put(
  database: Database,
  { folder, key, print }: { folder: string; key: SigningKey; print: Print },
): Promise<void> {
  const began = performance.now();
  try {
    await assertRunning();
    const artefact = await readArtefact(withSignature(await readArtefactOrSource(folder), key));
    for (const sentence of await unknownSlots(artefact.manifest)) print(sentence);
    const added = await addArtefact(database, artefact);
    const isInstalled = await followCandidate(database, added, () => undefined);
    const { id, version } = artefact.manifest;
    const states = await readStates(database);
    if (states.get(id)?.enabled !== true)
      await writeState(database, id, { enabled: true, retry: true }, null);
    if (!isInstalled)
      print(
        `No running server has started ${id} ${version} yet; check that a server is running with this database.`,
      );
    else print(`${id} ${version} runs on the server, after ${Math.round(performance.now() - began)} ms.`);
  } catch (error) {
    if (error instanceof PluginRejected) for (const one of error.rejections) print(rejectionText(one));
    else if (error instanceof StartupError) print(error.message);
    // A restarting embedded server takes its database down; the next change finds both again.
    else print(`It could not be added to the server: ${(error as Error).message}.`);
  }
}
