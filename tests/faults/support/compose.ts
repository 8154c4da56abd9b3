import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A service of `compose.yaml`, as far as tests read it. */
export interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly volumes?: readonly string[];
}

/**
 * Reads the services of `compose.yaml` with these variables in place of `.env`; throws if a required one is
 * missing.
 */
export async function readServices(
  root: string,
  variables: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, Service>>> {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8');
  const filled = text.replaceAll(
    /(?<!\$)\$\{(\w+):([-?])([^}]*)\}/g,
    (_all, name: string, sign: string, otherwise: string) => {
      const value = variables[name] ?? '';
      if (value === '' && sign === '?') throw new Error(`compose.yaml wants ${name}`);
      return value === '' ? otherwise : value;
    },
  );
  return (parse(filled, { merge: true }) as { services: Record<string, Service> }).services;
}

/** The content of a config file that `compose.yaml` mounts into its services. */
export async function readConfig(root: string, name: string): Promise<string> {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8');
  const { configs } = parse(text, { merge: true }) as { configs: Record<string, { content: string }> };
  return (configs[name]?.content ?? '').replaceAll('$$', '$');
}
