import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type LogLevel, type Plugin } from 'vite';

const widgetsConfig = fileURLToPath(new URL('vite.widgets.config.ts', import.meta.url));

/** The builds of `vite.widgets.config.ts`, the one that empties their folder first. */
const widgets = ['map', 'chat-loader', 'chat-panel'];

/** The server that a developer's browser talks to. */
const api = process.env['KOMAK_API'] ?? 'http://localhost:8081';

/** Serves the design system at `/_gallery` in development. */
function gallery(): Plugin {
  return {
    name: 'komak-gallery',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/_gallery') request.url = '/kernel/devtools/gallery/index.html';
        next();
      });
    },
  };
}

export default defineConfig({
  publicDir: 'kernel/client/public',
  plugins: [react(), gallery(), finish()],
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    alias: [
      // The package's own modules instead of its bundle, which nothing can be taken out of; and of its query strings,
      // with all their old browsers, only what we use.
      { find: /^apollo-link-rest$/, replacement: 'apollo-link-rest/index.js' },
      {
        find: /^qs$/,
        replacement: fileURLToPath(new URL('kernel/client/data/query-string.ts', import.meta.url)),
      },
    ],
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: api },
      // What the code itself imports of the texts is a module, not a file.
      '/locales': { target: api, bypass: ({ url }) => (url?.includes('?import') ? url : undefined) },
      '/deployment.json': { target: api },
      '/socket.io': { target: api, ws: true },
    },
  },
  optimizeDeps: {
    include: ['@apollo/client', '@apollo/client/react', 'socket.io-client'],
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // Fonts and pictures stay files of their own: our content security policy knows no `data:` for fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    modulePreload: {
      polyfill: false,
      // A page that is fetched later need not name what stood there before anybody could ask for it.
      resolveDependencies: (_file, dependencies) => dependencies.filter((name) => !early.test(name)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // All manifests are read at the start, with what they are made of: together they weigh less than a file each.
          groups: [
            { name: 'manifests', test: /\/plugins\/[^/]+\/manifest\.ts$/ },
            // Libraries of single pages, apart from what changes with every release.
            { name: 'charting', test: /\/node_modules\/(d3-[a-z]+|internmap)\// },
            { name: 'arrow', test: /\/node_modules\/@uwdata\/flechette\// },
          ],
        },
      },
      treeshake: {
        // Styled parts look like side effects; without this the whole design system would stand before the sign-in.
        moduleSideEffects: (id, external) =>
          external || /\.css$|\/(main|global-style)\.tsx?$/.test(id) || !isOurs(id),
        // A schema that nobody reads needs not be made: of the many of a module of contracts a few are asked for.
        manualPureFunctions: ['z'],
      },
    },
  },
});

/** The chunks that stand there once somebody has signed in, without the hash of their contents. */
const early =
  /(^|\/)(breakpoints|change-reads|chunk-\w+|client|control-style|createLucideIcon|deployment-store|i18n|index|jsx-runtime|live-hub|localized|manifests|page-title|plugin|plugin-clients|react|registry-store|request|rolldown-runtime|signed-in|spinner|styled-components\.browser\.esm|texts|tokens|use-read)-[\w-]{8}\.js$/;

function isOurs(id: string): boolean {
  return !id.includes('node_modules') && /\/(kernel\/(client|contract)|plugins|widgets)\//.test(id);
}

/**
 * Builds the widgets for other sites into the same folder, and puts a `.br` and a `.gz` beside every text file, so that
 * the server compresses nothing.
 */
function finish(): Plugin {
  const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
  let folder = 'dist';
  let logLevel: LogLevel = 'info';

  async function compress(path: string): Promise<void> {
    const content = await readFile(path);
    if (content.length < 1024) return;
    await Promise.all([
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }).then((small) => writeFile(`${path}.br`, small)),
      zip(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    ]);
  }

  return {
    name: 'komak:finish',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
      logLevel = config.logLevel ?? 'info';
    },
    async closeBundle() {
      for (const mode of widgets) await build({ configFile: widgetsConfig, mode, logLevel });
      const names = await readdir(folder, { recursive: true });
      const texts = names.filter((name) => /\.(js|css|svg|json)$/.test(name) && !name.startsWith('.vite'));
      for (const name of texts) await compress(join(folder, name));
    },
  };
}
