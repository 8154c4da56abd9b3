import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The common build options of widgets: a script or a page with a fixed name, and chunks with a hash in their names. */
const common = {
  root: path('widgets'),
  // Chunks and workers are loaded relative to the script.
  base: './',
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  worker: { format: 'es' },
} satisfies UserConfig;

const build = {
  outDir: path('dist/widgets'),
  target: 'es2022',
  assetsInlineLimit: 0,
  modulePreload: false,
  chunkSizeWarningLimit: 1500,
} satisfies UserConfig['build'];

const names = {
  entryFileNames: '[name].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
};

/** A classic script, so that `async` is the only attribute that it needs. Its top-level names are not global. */
function loaderOf(name: string, entry: string): UserConfig {
  return {
    ...common,
    build: {
      ...build,
      emptyOutDir: false,
      rolldownOptions: { input: { [name]: path(entry) }, output: { ...names, format: 'iife' } },
    },
  };
}

/** The page of a panel. It uses Preact, since React alone is as large as the whole panel may be (decision 0009). */
function panelOf(name: string): UserConfig {
  return {
    ...common,
    plugins: [react()],
    resolve: {
      alias: [
        { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
        { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
        { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      ],
    },
    build: {
      ...build,
      emptyOutDir: false,
      rolldownOptions: {
        input: { [name]: path(`widgets/${name}.html`) },
        output: { ...names, entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  };
}

/** Leaves out what deck.gl loads and the map does not use. */
export const mapAliases = [
  { find: /^@loaders\.gl\/images$/, replacement: path('widgets/map/render/canvas/image-loader.ts') },
];

/** Small modules that every map loads, and that would otherwise be a file each. */
const shapes = { name: 'shapes', test: /\/(ring-parts|rings|position|color)\.ts$/ };

/** The widgets for other sites. Each has a build of its own, so that none loads code of another. */
const widgets: Readonly<Record<string, UserConfig>> = {
  map: {
    ...common,
    plugins: [react()],
    resolve: { alias: mapAliases },
    build: {
      ...build,
      emptyOutDir: true,
      rolldownOptions: {
        input: { 'komak-map': path('widgets/map/element/main.ts') },
        output: { ...names, codeSplitting: { groups: [shapes] } },
      },
    },
  },
  'chat-loader': loaderOf('komak-chat', 'widgets/chat/loader/main.ts'),
  'chat-panel': panelOf('komak-chat'),
  'apply-loader': loaderOf('komak-apply', 'widgets/apply/loader/main.ts'),
  'apply-panel': panelOf('komak-apply'),
};

/** `vite build --mode <widget>`; `map` has to be built first, since it empties the folder. */
export default defineConfig(({ mode }) => {
  const widget = widgets[mode];
  if (!widget) throw new Error(`There is no widget ${mode}; there are ${Object.keys(widgets).join(', ')}.`);
  return widget;
});
