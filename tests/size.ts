import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { earlyFile } from '../vite.first-chunks.ts';

/**
 * Checks the sizes of the output of `vite build` by its manifest. `tests/e2e/weight.spec.ts` measures what a browser
 * really loads before the sign-in and the first list.
 */
const dist = resolve(import.meta.dirname, '../dist');
const limits = {
  entry: 170,
  // The modules that plugins share with the host, including the proof by password and passkey; none of it is
  // needed to sign in.
  shared: 178,
  plugin: 40,
  chatLoader: 5,
  chatPanel: 70,
  applyLoader: 5,
  applyPanel: 90,
} as const;

/**
 * Plugins with a higher limit for all their parts together: `applications` has more pages than any other.
 * `e2e/weight.spec.ts` measures what the first list needs of it.
 */
const larger: Readonly<Record<string, number>> = { applications: 52 };

/** Chunks of plugins that are measured separately: loaded when the user starts to write, or only on touch screens. */
const apart: Readonly<Record<string, { readonly name: string; readonly limit: number }>> = {
  'plugins/applications/client/components/triage/swipe-actions.tsx': {
    name: 'applications: swipes',
    limit: 2,
  },
  'plugins/letters/client/editor/letter-editor.tsx': { name: 'letters: the editor of texts', limit: 80 },
};

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
const rows = [
  ...entriesOf(manifest),
  ...pluginsOf(manifest),
  ...widgetOf('komak-chat', { loader: limits.chatLoader, panel: limits.chatPanel }),
  ...widgetOf('komak-apply', { loader: limits.applyLoader, panel: limits.applyPanel }),
];
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
  /** Gzipped sizes in kB of 1000 bytes: JavaScript, and for the widgets' panels everything. */
  readonly kilobytes: number;
  readonly limit: number;
}

/**
 * Entries with their static imports: the code that every page starts with, and the modules shared with
 * external plugins, without the files of the first list, which every signed-in page loads.
 */
function entriesOf(all: Manifest): Row[] {
  return Object.entries(all)
    .filter(([, { isEntry }]) => isEntry)
    .map(([key]) => {
      const files = [...filesOf(all, key)];
      return key.startsWith('shared:')
        ? {
            name: key,
            kilobytes: kilobytesOf(new Set(files.filter((file) => !earlyFile.test(file)))),
            limit: limits.shared,
          }
        : { name: `start: ${key}`, kilobytes: kilobytesOf(new Set(files)), limit: limits.entry };
    });
}

/** The code of one plugin, all its pages together, without the separately measured chunks. */
function pluginsOf(all: Manifest): Row[] {
  const own = new Map<string, Set<string>>();
  for (const [key, { file }] of Object.entries(all)) {
    const id = /^plugins\/([^/]+)\/client\//.exec(key)?.[1];
    if (id === undefined || !file.endsWith('.js') || key in apart) continue;
    own.set(id, (own.get(id) ?? new Set()).add(file));
  }
  const plugins = [...own].map(([id, files]) => ({
    name: `plugin: ${id}`,
    kilobytes: kilobytesOf(files),
    limit: larger[id] ?? limits.plugin,
  }));
  const chunks = Object.entries(apart).map(([key, { name, limit }]) => {
    const file = all[key]?.file;
    if (file === undefined) throw new Error(`the build has no ${key}`);
    return { name, kilobytes: kilobytesOf(new Set([file])), limit };
  });
  return [...plugins, ...chunks];
}

interface WidgetLimits {
  readonly loader: number;
  readonly panel: number;
}

/**
 * A widget for other sites: the script that their page loads, and everything that its panel loads when it is
 * opened.
 */
function widgetOf(name: string, { loader, panel }: WidgetLimits): Row[] {
  const page = readFileSync(join(dist, `widgets/${name}.html`), 'utf8');
  const parts = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => `widgets/${path}`);
  if (parts.length === 0) throw new Error('the page of the panel loads nothing');
  const files = new Set([`widgets/${name}.html`, ...parts]);
  return [
    {
      name: `widget: ${name}.js`,
      kilobytes: kilobytesOf(new Set([`widgets/${name}.js`])),
      limit: loader,
    },
    { name: `widget: the panel of ${name}`, kilobytes: kilobytesOf(files, /./), limit: panel },
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
