import { chmod, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { digestOf, writeArchive } from '#kernel/server/artefacts/archive.ts';
import { planArtefact, planLines } from '#kernel/server/artefacts/artefact-plan.ts';
import { readArtefact, readSource } from '#kernel/server/artefacts/artefact.ts';
import { checkArtefact } from '#kernel/server/artefacts/check-artefact.ts';
import { PluginRejected, rejectionText } from '#kernel/server/artefacts/rejection.ts';
import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { readArtefactOrSource, readSigner, tools, withSignature } from './plugin-tools.ts';
import { develop } from './plugin-dev.ts';
import { unknownSlots } from './plugin-slots.ts';
import { installedManifests } from './plugins.ts';

type Print = (line: string) => void;

/** Runs one command for plugin authors; null if the command is unknown. */
export async function runPluginSource(
  command: string,
  rest: readonly string[],
  print: Print,
): Promise<boolean | null> {
  const { values, positionals } = parseArgs({
    args: [...rest],
    allowPositionals: true,
    strict: false,
    options: { out: { type: 'string' }, key: { type: 'string' }, name: { type: 'string' } },
  });
  const [subject] = positionals;
  if (subject === undefined) return null;
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : null);
  switch (command) {
    case 'pack':
      await (await tools()).pack(subject, text('out'), print);
      return true;
    case 'check':
      return check(subject, print);
    case 'keygen':
      return writeKey(subject, print);
    case 'sign':
      return sign(subject, { keyFile: text('key'), name: text('name') }, print);
    case 'dev':
      return develop(subject, await readSigner(text('key'), text('name')), print);
    default:
      return null;
  }
}

/** `komak new plugin <id> [folder]`. */
export async function newPlugin(
  [what, id, folder]: readonly string[],
  print: Print,
): Promise<boolean | null> {
  if (what !== 'plugin' || id === undefined) return null;
  const known = (await installedManifests(null)).find((manifest) => manifest.id === id);
  if (known) throw new StartupError(`There is a plugin "${id}" already, which is part of Ko‘mak.`);
  const path = resolve(folder ?? id);
  await (await tools()).writeNewPlugin(id, path);
  print(`The source of ${id} is in ${path}; its README.md describes the files.`);
  print(`With a key that deployment.json lists (plugin keygen), add it to the running system by:`);
  print(`  npm run komak -- plugin dev ${folder ?? id} --key <file> --name <name>`);
  return true;
}

/** Prints every fault of a source folder or an artefact, one sentence each. Uses no database and no trusted keys. */
async function check(subject: string, print: Print): Promise<boolean> {
  try {
    const artefact = await readArtefact(await readArtefactOrSource(subject));
    const { id } = artefact.manifest;
    // Only a deployment can decide whether the signing key is trusted.
    const trusted = {
      enabled: true,
      onFailure: 'quarantine',
      config: {},
      integrity: artefact.digest,
    } as const;
    const deployment = { trust: { keys: {}, upload: false }, plugins: { [id]: trusted } };
    const builtIn = await installedManifests(null);
    const { rejections } = checkArtefact(artefact, { deployment, builtIn, external: [] });
    if (rejections.length > 0) throw new PluginRejected(...rejections);
    const plan = planArtefact(artefact, { signer: null, routes: artefact.hasServer ? null : [], from: null });
    for (const line of planLines(plan, { verified: false })) print(line);
    const unseen = await unknownSlots(artefact.manifest);
    for (const sentence of unseen) print(sentence);
    if (unseen.length > 0) return false;
    print('No problems were found.');
    return true;
  } catch (error) {
    if (!(error instanceof PluginRejected)) throw error;
    for (const one of error.rejections) print(rejectionText(one));
    return false;
  }
}

async function writeKey(file: string, print: Print): Promise<boolean> {
  const { privateKey, publicKey } = generateKey();
  try {
    await writeFile(file, privateKey, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new StartupError(`The key cannot be written to ${file}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  await chmod(file, 0o600);
  print(`The private key is in ${file}: store it where only you can read it.`);
  print(
    `Add to deployment.json, under a name of your choice: "trust": { "keys": { "<name>": "${publicKey}" } }`,
  );
  return true;
}

/** Writes the signature into an artefact, replacing the existing one. */
async function sign(
  subject: string,
  { keyFile, name }: { keyFile: string | null; name: string | null },
  print: Print,
): Promise<boolean> {
  const path = resolve(subject);
  const signer = await readSigner(keyFile, name);
  const files = withSignature(await readSource(path, process.cwd()), signer);
  if (subject.endsWith('.tgz')) await writeFile(path, await writeArchive(files));
  else await writeFile(resolve(path, 'signature.json'), files.get('signature.json') ?? '');
  print(`${subject} is signed by "${name}": ${digestOf(files)}`);
  return true;
}
