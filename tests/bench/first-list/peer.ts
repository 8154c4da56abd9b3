import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

/**
 * The other application, as in its introduction: a list of six columns with a REST interface, without a
 * sign-in.
 */
const source = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin, Datagrid, DateField, List, NumberField, Resource, TextField } from 'react-admin';
import simpleRest from 'ra-data-simple-rest';

const ApplicationList = () =>
  h(List, null, h(Datagrid, null,
    h(NumberField, { source: 'id' }), h(TextField, { source: 'last_name' }), h(TextField, { source: 'first_name' }),
    h(TextField, { source: 'phone' }), h(TextField, { source: 'status' }), h(DateField, { source: 'created_at' })));

createRoot(document.getElementById('root')).render(
  h(Admin, { dataProvider: simpleRest('/api') }, h(Resource, { name: 'applications', list: ApplicationList })));
`;

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Peer</title>
<meta name="viewport" content="width=device-width"></head>
<body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`;

const packages = ['react-admin@^5.15.4', 'ra-data-simple-rest@^5.15.3', 'react@^19.3.1', 'react-dom@^19.3.1'];

/** A running server of the other application. */
export interface Peer {
  readonly url: string;
  /** The versions that it was built from. */
  readonly note: string;
  stop(): Promise<void>;
}

/** The selector that shows that the first list is rendered. */
export const peerAwaited = 'tbody tr td';

/** Installs react-admin into a folder that later runs reuse; builds and serves its smallest application. */
export async function startPeer(rows: readonly object[]): Promise<Peer> {
  const work = join(tmpdir(), 'komak-bench-first-list');
  await mkdir(work, { recursive: true });
  await writeFile(join(work, 'package.json'), JSON.stringify({ private: true, type: 'module' }), {
    flag: 'wx',
  }).catch(() => undefined);
  await install(work);
  await writeFile(join(work, 'main.js'), source);
  await writeFile(join(work, 'index.html'), page);
  const outDir = join(work, 'dist');
  await build({ configFile: false, root: work, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const server = createServer(respondWith(outDir, rows));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, note: await versions(work), stop: () => stop(server) };
}

async function install(work: string): Promise<void> {
  const there = await Promise.all(packages.map((spec) => versionOf(work, nameOf(spec))));
  if (there.every((version) => version !== null)) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: work });
}

/** Serves the files as fast as possible: compresses each at its first request, then sends it from memory. */
function respondWith(folder: string, rows: readonly object[]): Parameters<typeof createServer>[1] {
  const files = new Map<string, Buffer>();
  const list = JSON.stringify(rows);
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://peer');
    const headers = { 'content-encoding': 'br' };
    if (pathname.startsWith('/api/')) {
      const range = `applications 0-${rows.length - 1}/${rows.length}`;
      // That interface pages with range requests, which accept no compression.
      response.writeHead(200, { 'content-type': 'application/json', 'content-range': range });
      response.end(list);
      return;
    }
    const name = pathname === '/' ? '/index.html' : pathname;
    const body = files.get(name) ?? (await readFile(join(folder, name)).then(brotliCompressSync, () => null));
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    files.set(name, body);
    response.writeHead(200, {
      ...headers,
      'content-type': types[extname(name)] ?? 'application/octet-stream',
    });
    response.end(body);
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

async function versions(work: string): Promise<string> {
  const found = packages.map(
    async (spec) => `${nameOf(spec)} ${(await versionOf(work, nameOf(spec))) ?? '?'}`,
  );
  return (await Promise.all(found)).join(', ');
}

async function versionOf(work: string, name: string): Promise<string | null> {
  const text = await readFile(join(work, 'node_modules', name, 'package.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as { version: string }).version;
}

/** The name of a package without its version range. */
function nameOf(spec: string): string {
  return spec.slice(0, spec.lastIndexOf('@'));
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}
