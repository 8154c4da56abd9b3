import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

/** Another editor: its packages, which are installed into a temporary folder, and its style sheets. */
interface Peer {
  readonly packages: readonly string[];
  readonly onMapLibre: boolean;
  readonly styles: readonly string[];
}

const maplibreStyle = 'maplibre-gl/dist/maplibre-gl.css';

const peers = {
  'leaflet-geoman': {
    packages: ['leaflet@^1.9.4', '@geoman-io/leaflet-geoman-free@^2.20.2'],
    onMapLibre: false,
    styles: ['leaflet/dist/leaflet.css', '@geoman-io/leaflet-geoman-free/dist/leaflet-geoman.css'],
  },
  'mapbox-gl-draw': {
    packages: ['@mapbox/mapbox-gl-draw@^1.5.2'],
    onMapLibre: true,
    styles: [maplibreStyle, '@mapbox/mapbox-gl-draw/dist/mapbox-gl-draw.css'],
  },
  'maplibre-geoman': {
    packages: ['@geoman-io/maplibre-geoman-free@^0.8.4'],
    onMapLibre: true,
    styles: [maplibreStyle, '@geoman-io/maplibre-geoman-free/dist/maplibre-geoman.css'],
  },
  'terra-draw': {
    packages: ['terra-draw@^1.35.0', 'terra-draw-maplibre-gl-adapter@^1.4.1'],
    onMapLibre: true,
    styles: [maplibreStyle],
  },
} as const satisfies Record<string, Peer>;

/** A measured editor. */
export type EditorName = 'komak' | keyof typeof peers;

/** All editors, ours first. */
export const editorNames = ['komak', ...Object.keys(peers)] as readonly EditorName[];

/** The location of the editors' pages. */
export interface Pages {
  /** The folder with `<name>/page.js` for each editor that could be installed. */
  readonly folder: string;
  /** The versions of an editor's packages, or why it could not be installed. */
  readonly notes: ReadonlyMap<EditorName, string>;
  readonly missing: ReadonlySet<EditorName>;
  remove(): Promise<void>;
}

/**
 * Installs the other requested editors and bundles a page for each; with `keep`, reuses the packages of the
 * previous run.
 */
export async function buildPages(keep: boolean, isSelected: (name: EditorName) => boolean): Promise<Pages> {
  const work = keep ? join(tmpdir(), 'komak-bench-map') : await mkdtemp(join(tmpdir(), 'komak-bench-map-'));
  const folder = join(work, 'pages');
  await mkdir(work, { recursive: true });
  const notes = new Map<EditorName, string>();
  const missing = new Set<EditorName>();
  await bundle('komak', import.meta.dirname, folder);
  notes.set('komak', 'this checkout');
  if (editorNames.some((name) => name !== 'komak' && isSelected(name))) await copyPages(work);
  for (const [name, peer] of Object.entries(peers) as [keyof typeof peers, Peer][]) {
    if (!isSelected(name)) continue;
    try {
      notes.set(name, await prepare(work, folder, name, peer));
    } catch (error) {
      missing.add(name);
      notes.set(name, `not available: ${String(error).replaceAll(/\s+/g, ' ').slice(0, 160)}`);
    }
  }
  return {
    folder,
    notes,
    missing,
    remove: async () => (keep ? undefined : rm(work, { recursive: true, force: true })),
  };
}

/** A separate package with copies of our pages, and the same MapLibre version as ours. */
async function copyPages(work: string): Promise<void> {
  await cp(join(import.meta.dirname, 'editors'), join(work, 'editors'), { recursive: true });
  const list = join(work, 'package.json');
  // An empty list of dependencies would make the next installation remove the packages of the previous run.
  if (!existsSync(list)) await writeFile(list, JSON.stringify({ private: true, type: 'module' }));
  const ours = JSON.parse(await readFile(join(root, 'node_modules/maplibre-gl/package.json'), 'utf8')) as {
    version: string;
  };
  await install(work, [`maplibre-gl@${ours.version}`]).catch(() => undefined);
}

/** Installs and bundles one of the others; returns the versions. */
async function prepare(work: string, folder: string, name: EditorName, peer: Peer): Promise<string> {
  await install(work, peer.packages);
  const built = await readFile(join(folder, name, 'page.js')).catch(() => null);
  if (!built) await bundle(name, work, folder);
  for (const [place, style] of peer.styles.entries()) {
    await cp(join(work, 'node_modules', style), join(folder, name, `${place}.css`));
  }
  return versionsOf(work, [...peer.packages.map(nameOf), ...(peer.onMapLibre ? ['maplibre-gl'] : [])]);
}

async function install(work: string, packages: readonly string[]): Promise<void> {
  const missing = [];
  for (const one of packages) {
    const there = await readFile(join(work, 'node_modules', nameOf(one), 'package.json')).catch(() => null);
    if (!there) missing.push(one);
  }
  if (missing.length === 0) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...options, ...missing], { cwd: work });
}

async function bundle(name: EditorName, base: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withDefault()],
    root: base,
    base: './',
    define: { 'process.env.NODE_ENV': '"production"' },
    worker: { format: 'es' },
    build: {
      outDir: join(folder, name),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: join(base, 'editors', `${name}.${name === 'komak' ? 'tsx' : 'ts'}`),
        output: { entryFileNames: 'page.js', assetFileNames: '[name][extname]' },
      },
    },
  });
}

/** MapLibre 6 has no default export, which maplibre-geoman still imports. */
function withDefault(): Plugin {
  const id = '\0maplibre-with-default';
  return {
    name: 'bench:maplibre-with-default',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'maplibre-gl' && importer?.includes('maplibre-geoman-free') ? id : null,
    load: (request) =>
      request === id
        ? `import * as all from 'maplibre-gl'; export default all; export * from 'maplibre-gl';`
        : null,
  };
}

/** The name of a package without its version range. */
function nameOf(packages: string): string {
  return packages.slice(0, packages.lastIndexOf('@'));
}

async function versionsOf(work: string, names: readonly string[]): Promise<string> {
  const versions = names.map(async (name) => {
    const text = await readFile(join(work, 'node_modules', name, 'package.json'), 'utf8');
    return `${name.split('/').at(-1)} ${(JSON.parse(text) as { version: string }).version}`;
  });
  return (await Promise.all(versions)).join(', ');
}
