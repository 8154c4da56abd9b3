import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { digestOf, type ArtefactFiles } from '#kernel/server/artefacts/archive.ts';
import { readSource } from '#kernel/server/artefacts/artefact.ts';
import { signDigest } from '#kernel/server/artefacts/signature.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';

type Print = (line: string) => void;

/** Commands that work on sources: `kernel/devtools/plugins/commands.ts`. */
export interface PluginTools {
  /** Packs a source into a `.tgz`; returns its path. */
  pack(folder: string, out: string | null, print: Print): Promise<string>;
  packSource(folder: string): Promise<ArtefactFiles>;
  /** Writes the source of a new plugin into a folder that is empty or not there. */
  writeNewPlugin(id: string, folder: string): Promise<void>;
  /** Whether a folder holds the source of a plugin, and not an artefact. */
  isSource(path: string): Promise<boolean>;
}

/** The bundler of sources, which the production image lacks. */
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

/** The files of a source, which is packed for it, or of an artefact. */
export async function readAny(subject: string): Promise<ArtefactFiles> {
  const isPacked = subject.endsWith('.tgz') || !(await (await tools()).isSource(subject));
  return isPacked ? readSource(subject, process.cwd()) : (await tools()).packSource(resolve(subject));
}

/** A private key, and the name under which deployments list its public one. */
export interface SigningKey {
  readonly name: string;
  readonly privateKey: string;
}

/** Reads the key to sign with; both its file and its name must be given. */
export async function readSigner(keyFile: string | null, name: string | null): Promise<SigningKey> {
  if (keyFile === null || name === null)
    throw new StartupError('Name the key and its name in the deployment: --key <file> --name <name>.');
  const privateKey = await readFile(keyFile, 'utf8').catch((error: Error) => {
    throw new StartupError(`The key ${keyFile} cannot be read: ${error.message}.`, { cause: error });
  });
  return { name, privateKey };
}

/** The same files, signed. */
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
