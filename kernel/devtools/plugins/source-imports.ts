import { realpath } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { init, parse } from 'es-module-lexer';
import { rolldown, type Plugin } from 'rolldown';
import { closestWord } from '#kernel/domain/text/closest-word.ts';

const ownPackage = '@komak/plugin-api/';

/**
 * Finds imports of a source that would work only on this machine or nowhere. Collects a sentence about each that says
 * what to write instead.
 */
export async function checkImports(
  folder: string,
  { shared, problems }: { shared: readonly string[]; problems: Set<string> },
): Promise<Plugin> {
  const sourceFolder = await realpath(folder);
  const isOutside = (path: string) => /^\.\.(?:[\\/]|$)/.test(relative(sourceFolder, path));
  return {
    name: 'check-imports',
    async resolveId(name, importer) {
      // The plugin's author cannot correct imports inside an installed package.
      if (importer === undefined || importer.split(sep).includes('node_modules')) return null;
      const found = name.startsWith('.') || isAbsolute(name) ? null : await this.resolve(name, importer);
      const advice = adviceFor(name, { importer, shared, isInstalled: found !== null, isOutside });
      if (advice === null) return null;
      problems.add(`${relative(sourceFolder, importer)} imports "${name}", ${advice}`);
      return { id: name, external: true };
    },
  };
}

interface Import {
  readonly importer: string;
  readonly shared: readonly string[];
  readonly isInstalled: boolean;
  readonly isOutside: (path: string) => boolean;
}

function adviceFor(name: string, { importer, shared, isInstalled, isOutside }: Import): string | null {
  if (isAbsolute(name)) return 'which is an absolute path; use one that begins with "./" or "../".';
  if (name.startsWith('.'))
    return isOutside(resolve(dirname(importer), name))
      ? 'which is outside of the folder; copy it into the folder, or install it as a package.'
      : null;
  if (name.startsWith('#kernel/')) return `which is internal to Ko‘mak; plugins import ${ours(shared)}.`;
  if (name.startsWith('#plugins/'))
    return 'which is internal to Ko‘mak; declare what you need of that plugin in contract.ts.';
  if (name.startsWith(ownPackage))
    return `which is not available to this module; it may import ${ours(shared)}.`;
  if (isBuiltin(name) && !isServer(shared)) return 'which is a module of Node, not available in browsers.';
  if (name.startsWith('node:')) return null;
  if (isBuiltin(name) && !isInstalled) return `which Node has as "node:${name}"; use that.`;
  return isInstalled ? null : 'which is not installed; run npm install for it in the folder of the plugin.';
}

const ours = (shared: readonly string[]) =>
  shared
    .filter((one) => one.startsWith(ownPackage))
    .map((one) => `"${one}"`)
    .join(' and ');

/** Whether the shared modules are those of a server module. */
export const isServer = (shared: readonly string[]) => shared.includes(`${ownPackage}server`);

/**
 * Lists the names that a bundled module imports but plugin-api lacks: in the browser it would fail to load without a
 * message.
 */
export async function unknownNames(code: string): Promise<readonly string[]> {
  await init;
  const problems: string[] = [];
  for (const { n: from, ss: start, se: end } of parse(code)[0]) {
    if (!from?.startsWith(ownPackage)) continue;
    const known = await exportsOf(from.slice(ownPackage.length));
    const [, names = ''] = /\{([^}]*)\}/.exec(code.slice(start, end)) ?? [];
    for (const part of names.split(',')) {
      const [name = ''] = part.trim().split(/\s+as\s+/);
      if (name === '' || known.includes(name)) continue;
      const near = closestWord(name, known);
      problems.push(`"${from}" has no "${name}"${near ? `; did you mean "${near}"?` : '.'}`);
    }
  }
  return problems;
}

async function exportsOf(entry: string): Promise<readonly string[]> {
  const input = fileURLToPath(new URL(`../../plugin-api/${entry}.ts`, import.meta.url));
  const build = await rolldown({ input, external: (_id, importer) => importer !== undefined });
  const { output } = await build.generate({ format: 'es' });
  await build.close();
  return output[0].exports;
}
