import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { parse } from 'graphql';
import type { RouteDeclaration } from './kernel/contract/plugin/manifest.ts';
import {
  compileEarly,
  earlyFile,
  groupFirstChunks,
  preloadFirstChunks,
  type Groups,
} from './vite.first-chunks.ts';
import { shareModules } from './vite.shared-modules.ts';
import { mapAliases } from './vite.widgets.config.ts';
import {
  build,
  type BuildOptions,
  defaultClientConditions,
  defineConfig,
  type LogLevel,
  type Plugin,
  type UserConfig,
} from 'vite';

const widgetsConfig = fileURLToPath(new URL('vite.widgets.config.ts', import.meta.url));

/** The builds of `vite.widgets.config.ts`. The first one empties their folder. */
const widgets = ['map', 'chat-loader', 'chat-panel', 'apply-loader', 'apply-panel'];

/** The API server to which the development server forwards calls. */
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

/** Parses constant `gql` documents at build time, so that the first list needs no GraphQL parser (8 kB). */
function precompileDocuments(): Plugin {
  return {
    name: 'komak-precompile-documents',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /\/(kernel|plugins)\/.+\.tsx?$/, code: /gql`/ },
      handler: (code, id) => ({
        code: code.replaceAll(/gql`([^`]*)`/g, (template, text: string) => {
          const document = fillTemplate(text, code, id);
          return document === null ? template : JSON.stringify(parse(document, { noLocation: true }));
        }),
        map: null,
      }),
    },
  };
}

/** Inserts string constants of a module, or of its imports, into a template; null if a placeholder is not such a constant. */
function fillTemplate(text: string, code: string, file: string): string | null {
  let isConstant = true;
  const filled = text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const value = findConstant(name, code, file);
    isConstant &&= value !== null;
    return value ?? '';
  });
  return isConstant ? filled : null;
}

function findConstant(name: string, code: string, file: string): string | null {
  const own = new RegExp(`^(?:export )?const ${name} =\\s+(['\`])([^'\`]*)\\1;`, 'm').exec(code)?.[2];
  if (own !== undefined) return fillTemplate(own, code, file);
  const source = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`).exec(code)?.[1];
  if (source === undefined) return null;
  const imported = resolve(dirname(file), source);
  return findConstant(name, readFileSync(imported, 'utf8'), imported);
}

/** Removes zod's conversion to JSON Schema, which the browser never calls (5 kB). */
function withoutJsonSchema(): Plugin {
  return {
    name: 'komak-without-json-schema',
    apply: 'build',
    load: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      async handler(id) {
        const code = await readFile(id, 'utf8');
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        return names.map((name) => `export const ${name} = () => undefined;`).join('\n');
      },
    },
  };
}

/** Removes zod's English messages (1 kB): users see our texts, and the codes suffice for developers. */
function withoutZodTexts(): Plugin {
  return {
    name: 'komak-without-zod-texts',
    apply: 'build',
    load: {
      filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
      handler: () => 'export default () => ({ localeError: ({ code }) => `Invalid input: ${code}` });',
    },
  };
}

/**
 * Removes the GraphQL printer (2 kB): our server does not use GraphQL, and Apollo only compares documents by their printed
 * text, for which JSON works as well.
 */
function withoutPrinter(): Plugin {
  return {
    name: 'komak-without-printer',
    apply: 'build',
    load: {
      filter: { id: /\/graphql\/language\/printer\.m?js$/ },
      handler: () =>
        'export const print = (document) => JSON.stringify(document); export const printForError = print;',
    },
  };
}

/** Libraries of single pages, in files of their own, which stay cached across releases. */
const libraries = [
  { name: 'charting', test: /\/node_modules\/(d3-[a-z]+|internmap)\// },
  { name: 'arrow', test: /\/node_modules\/@uwdata\/flechette\// },
];

export default defineConfig(async ({ command }) => {
  if (command === 'serve') return configOf([]);
  const { plugins = [], ...config } = configOf(await groupFirstChunks(import.meta.dirname, configOf([])));
  const preload = preloadFirstChunks(['/api/uz/plugins', '/api/uz/admins/admin'], await readFirstReads());
  return { ...config, plugins: [...plugins, preload, compileEarly(), finish()] };
});

/** The addresses of the first read of each page, by the path of the page. */
async function readFirstReads(): Promise<Record<string, string>> {
  const folder = join(import.meta.dirname, 'plugins');
  const entries = await readdir(folder, { withFileTypes: true });
  const manifests = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const module: object = await import(pathToFileURL(join(folder, name, 'manifest.ts')).href);
        return Object.values(module).filter(hasRoutes);
      }),
  );
  const routes = manifests.flat().flatMap((manifest) => Object.values(manifest.routes));
  return Object.fromEntries(
    routes.flatMap(({ path, firstRead }) =>
      firstRead === undefined ? [] : [[path, `/api/uz/${firstRead}`]],
    ),
  );
}

function hasRoutes(value: unknown): value is { routes: Record<string, RouteDeclaration> } {
  return typeof value === 'object' && value !== null && 'routes' in value;
}

/** The configuration with the given groups of modules as the first chunks. */
function configOf(first: Groups): UserConfig {
  return {
    publicDir: 'kernel/client/public',
    plugins: [
      react(),
      gallery(),
      precompileDocuments(),
      withoutJsonSchema(),
      withoutZodTexts(),
      withoutPrinter(),
      shareModules(),
    ],
    html: { cspNonce: '__CSP_NONCE__' },
    resolve: {
      // Selects the build of RxJS with native classes, without helper functions.
      conditions: ['es2015', ...defaultClientConditions],
      alias: [
        // The package's modules can be tree-shaken, unlike its bundle. `qs` is replaced by the few functions that the
        // package uses.
        { find: /^apollo-link-rest$/, replacement: 'apollo-link-rest/index.js' },
        {
          find: /^qs$/,
          replacement: fileURLToPath(new URL('kernel/client/data/query-string.ts', import.meta.url)),
        },
        ...mapAliases,
      ],
    },
    server: {
      port: 5173,
      proxy: {
        '/api': { target: api },
        // Texts that code imports are modules, which the development server provides.
        '/locales': { target: api, bypass: ({ url }) => (url?.includes('?import') ? url : undefined) },
        '/deployment.json': { target: api },
        '/basemaps': { target: api },
        '/socket.io': { target: api, ws: true },
      },
    },
    optimizeDeps: {
      include: ['@apollo/client', '@apollo/client/react', 'socket.io-client'],
    },
    worker: { format: 'es' },
    build: buildOptionsOf(first),
  };
}

function buildOptionsOf(first: Groups): BuildOptions {
  return {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // No inlined fonts and pictures: our content security policy allows no `data:` fonts.
    assetsInlineLimit: 0,
    // MapLibre, which only maps with a basemap load, has 1,130 kB.
    chunkSizeWarningLimit: 1200,
    modulePreload: {
      polyfill: false,
      // Early files are already loaded when a page requests its own files, so they are not preloaded again.
      resolveDependencies: (_file, dependencies) => dependencies.filter((name) => !earlyFile.test(name)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [...first, ...libraries],
        },
      },
      treeshake: {
        // The bundler takes styled components for side effects: it would load the whole design system before the sign-in.
        moduleSideEffects: (id, external) =>
          external || /\.css$|\/(main|global-style)\.tsx?$/.test(id) || !(isOurs(id) || isPure(id)),
      },
    },
  };
}

/** Packages without side effects, of which only parts are used. */
function isPure(id: string): boolean {
  return /\/node_modules\/(graphql-tag|rxjs|graphql|@apollo\/client|@base-ui\/react)\//.test(id);
}

function isOurs(id: string): boolean {
  return !id.includes('node_modules') && /\/(kernel|plugins|widgets)\//.test(id);
}

/**
 * Builds the widgets for other sites into the same folder, and writes a `.br` and a `.gz` version of every text file, so
 * that the server does not compress them.
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
      const first = join(folder, 'first.js');
      // Without its comments and indents; it has no text of several lines.
      const comments = /^\s*(?:\/\/.*|\/\*.*\*\/)\n|^\s+/gm;
      await writeFile(first, (await readFile(first, 'utf8')).replaceAll(comments, ''));
      const names = await readdir(folder, { recursive: true });
      const texts = names.filter((name) => /\.(js|css|svg|json)$/.test(name) && !name.startsWith('.vite'));
      for (const name of texts) await compress(join(folder, name));
    },
  };
}
