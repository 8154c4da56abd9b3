import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { digestOf, type ArtefactFiles } from '#kernel/server/artefacts/archive.ts';
import { readSource } from '#kernel/server/artefacts/artefact.ts';
import { signDigest } from '#kernel/server/artefacts/signature.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';

type Print = (line: string) => void;

/** Commands that work on plugin sources, implemented in `kernel/devtools/plugins/commands.ts`. */
export interface PluginTools {
  /** Packs a source folder into a `.tgz`; returns its path. */
  pack(folder: string, out: string | null, print: Print): Promise<string>;
  packSource(folder: string): Promise<ArtefactFiles>;
  /** Writes the source of a new plugin into an empty or missing folder. */
  writeNewPlugin(id: string, folder: string): Promise<void>;
  /** Whether a folder holds a plugin's source rather than an artefact. */
  isSource(path: string): Promise<boolean>;
}

/** Loads the tools for plugin sources, which the production image does not contain. */
export async function tools(): Promise<PluginTools> {
  try {
    const address = new URL('../../../devtools/plugins/commands.ts', import.meta.url).href;
    return (await import(address)) as PluginTools;
  } catch (error) {
    throw new StartupError(
      'This needs the whole repository of Ko‘mak with its development packages (npm ci); an installation has no bundler.',
      { cause: error },
    );
  }
}

/** The files of an artefact, or of a source folder, which is packed first. */
export async function readArtefactOrSource(subject: string): Promise<ArtefactFiles> {
  const isPacked = subject.endsWith('.tgz') || !(await (await tools()).isSource(subject));
  return isPacked ? readSource(subject, process.cwd()) : (await tools()).packSource(resolve(subject));
}

/** A private key, and the name under which deployments list its public one. */
export interface SigningKey {
  readonly name: string;
  readonly privateKey: string;
}

/** Reads the signing key; both its file and its name are required. */
export async function readSigner(keyFile: string | null, name: string | null): Promise<SigningKey> {
  if (keyFile === null || name === null)
    throw new StartupError('Name the key and its name in the deployment: --key <file> --name <name>.');
  const privateKey = await readFile(keyFile, 'utf8').catch((error: Error) => {
    throw new StartupError(`The key ${keyFile} cannot be read: ${error.message}.`, { cause: error });
  });
  return { name, privateKey };
}

/** Returns the files with a signature. */
export function withSignature(files: ArtefactFiles, { name, privateKey }: SigningKey): ArtefactFiles {
  try {
    const signature = signDigest(digestOf(files), name, privateKey);
    return new Map([...files, ['signature.json', Buffer.from(`${JSON.stringify(signature)}\n`)]]);
  } catch (error) {
    throw new StartupError(
      `The key "${name}" is not a private Ed25519 key; create one with \`npm run komak -- plugin keygen <file>\`.`,
      { cause: error },
    );
  }
}
