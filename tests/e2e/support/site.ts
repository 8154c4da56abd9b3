import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
};

/** The response of a site at a path; null is a 404. */
export interface SiteResponse {
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A small web site with its own origin. */
export interface Site {
  readonly url: string;
  /** Serves a page or an image at a path. */
  put(path: string, page: SiteResponse): void;
  close(): Promise<void>;
}

/** Starts a site; `/tiles/good/…` are tiles, and `/tiles/bad/…` fail. */
export async function startSite(folder?: string): Promise<Site> {
  const pages = new Map<string, SiteResponse>();
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#c8dfc0' } })
    .png()
    .toBuffer();

  async function findPage(path: string): Promise<SiteResponse | null> {
    const put = pages.get(path);
    if (put) return put;
    if (path.startsWith('/tiles/good/')) return { type: 'image/png', body: tile };
    if (!folder || path.includes('..')) return null;
    const body = await readFile(join(folder, path)).catch(() => null);
    return body && { type: types[extname(path)] ?? 'application/octet-stream', body };
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    void findPage(pathname).then((page) => {
      const headers = {
        'content-type': page?.type ?? 'text/plain',
        'access-control-allow-origin': '*',
        ...page?.headers,
      };
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (page && from !== undefined) {
        const whole = Buffer.from(page.body);
        const part = whole.subarray(Number(from), Number(to) + 1);
        const range = `bytes ${from}-${Number(from) + part.length - 1}/${whole.length}`;
        response.writeHead(206, { ...headers, 'content-length': part.length, 'content-range': range });
        response.end(part);
        return;
      }
      response.writeHead(page ? 200 : 404, headers);
      response.end(page?.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the site has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    put: (path, page) => void pages.set(path, page),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Builds `tests/e2e/map/page.tsx` and serves it under the policy of the back-office. */
export async function startMapSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'komak-map-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: resolve(import.meta.dirname, '../map'),
    base: './',
    define: { 'process.env.NODE_ENV': '"development"' },
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, '../map/page.tsx'),
        output: { entryFileNames: 'page.js' },
      },
    },
  });
  const site = await startSite(folder);
  site.put('/', {
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><html lang="uz"><meta name="viewport" content="width=device-width"><title>map</title><body><script type="module" src="/page.js"></script></body></html>',
    headers: {
      'content-security-policy':
        "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-none'; img-src 'self' blob: data:; worker-src 'self' blob:; object-src 'none'",
    },
  });
  return {
    ...site,
    async close() {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
