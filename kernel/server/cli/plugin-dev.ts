import { watch } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readArtefact } from '../artefacts/artefact.ts';
import { PluginRefused, refusalText } from '../artefacts/refusal.ts';
import { StartupError } from '../config/startup-error.ts';
import { readStates, writeState } from '../plugins/state/plugin-state-store.ts';
import type { Database } from '../api/index.ts';
import { addArtefact, followCandidate, withExisting } from './outside-plugins.ts';
import { readAny, withSignature, type SigningKey } from './plugin-tools.ts';

type Say = (line: string) => void;

/** Editors write a file in several steps. */
const settleMs = 60;

/** Puts the source of a plugin into the running system, and again after each change, until it is interrupted. */
export function develop(folder: string, key: SigningKey, say: Say): Promise<boolean> {
  return withExisting(async ({ database }) => {
    await put(database, { folder, key, say });
    say(`${folder} is watched. End with Ctrl+C.`);
    let timer: NodeJS.Timeout | undefined;
    let work = Promise.resolve();
    for await (const { filename } of watch(resolve(folder), { recursive: true })) {
      if (filename === null || /(^|[\\/])(node_modules|\.git)([\\/]|$)|\.tgz$/.test(filename)) continue;
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(() => put(database, { folder, key, say }));
      }, settleMs);
    }
    return true;
  });
}

/** What is wrong is said, and the version before goes on. */
async function put(
  database: Database,
  { folder, key, say }: { folder: string; key: SigningKey; say: Say },
): Promise<void> {
  const began = performance.now();
  try {
    const artefact = await readArtefact(withSignature(await readAny(folder), key));
    await followCandidate(database, await addArtefact(database, artefact), () => undefined);
    const { id, version } = artefact.manifest;
    const states = await readStates(database);
    if (states.get(id)?.enabled !== true)
      await writeState(database, id, { enabled: true, retry: true }, null);
    say(`${id} ${version} is in the running system, after ${Math.round(performance.now() - began)} ms.`);
  } catch (error) {
    if (error instanceof PluginRefused) for (const one of error.refusals) say(refusalText(one));
    else if (error instanceof StartupError) say(error.message);
    else throw error;
  }
}
