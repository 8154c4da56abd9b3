import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/**
 * Checks the sizes of the output of `vite build` by its manifest. `tests/e2e/weight.spec.ts` measures what a browser
 * really loads before the sign-in and the first list.
 */
const dist = resolve(import.meta.dirname, '../dist');
const limits = { entry: 170, shared: 350, plugin: 40, chatLoader: 5, chatPanel: 70 } as const;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')));
const rows = [...entriesOf(manifest), ...pluginsOf(manifest), ...chatOf()];
if (rows.length === 0) throw new Error('the manifest of the build names no entry');

for (const { name, kilobytes, limit } of rows) {
  const verdict = kilobytes > limit ? 'TOO LARGE' : 'ok';
  process.stdout.write(
    `${name.padEnd(40)} ${kilobytes.toFixed(1).padStart(7)} kB of ${String(limit).padStart(3)} kB  ${verdict}\n`,
  );
}
process.exitCode = rows.some(({ kilobytes, limit }) => kilobytes > limit) ? 1 : 0;

interface Row {
  readonly name: string;
  /** Gzipped sizes in kB of 1000 bytes: JavaScript, and everything for the chat's panel. */
  readonly kilobytes: number;
  readonly limit: number;
}

/**
 * Entries with their static imports: the code that every page starts with, and what outside plugins share with the host, most
 * that the page has already loaded.
 */
function entriesOf(all: Manifest): Row[] {
  return Object.entries(all)
    .filter(([, { isEntry }]) => isEntry)
    .map(([key]) => ({
      name: key.startsWith('shared:') ? key : `start: ${key}`,
      kilobytes: kilobytesOf(filesOf(all, key)),
      limit: key.startsWith('shared:') ? limits.shared : limits.entry,
    }));
}

/** The code of one plugin, all its pages together. */
function pluginsOf(all: Manifest): Row[] {
  const own = new Map<string, Set<string>>();
  for (const [key, { file }] of Object.entries(all)) {
    const id = /^plugins\/([^/]+)\/client\//.exec(key)?.[1];
    if (id === undefined || !file.endsWith('.js')) continue;
    own.set(id, (own.get(id) ?? new Set()).add(file));
  }
  return [...own].map(([id, files]) => ({
    name: `plugin: ${id}`,
    kilobytes: kilobytesOf(files),
    limit: limits.plugin,
  }));
}

/**
 * The chat of other sites: the script that their page loads, and everything that its panel loads when it is opened.
 */
function chatOf(): Row[] {
  const page = readFileSync(join(dist, 'widgets/komak-chat.html'), 'utf8');
  const parts = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => `widgets/${path}`);
  if (parts.length === 0) throw new Error('the page of the panel loads nothing');
  const panel = new Set(['widgets/komak-chat.html', ...parts]);
  return [
    {
      name: 'widget: komak-chat.js',
      kilobytes: kilobytesOf(new Set(['widgets/komak-chat.js'])),
      limit: limits.chatLoader,
    },
    { name: 'widget: the panel of the chat', kilobytes: kilobytesOf(panel, /./), limit: limits.chatPanel },
  ];
}

function filesOf(all: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = all[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(all, imported, found);
  return found;
}

function kilobytesOf(files: ReadonlySet<string>, kind = /\.js$/): number {
  const bytes = [...files]
    .filter((file) => kind.test(file))
    .map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
