import { resolve } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

/**
 * The entry modules of the first list, in loading order. Each stage becomes one file: more requests, and separate
 * compression of smaller files, would cost more than the few functions that a page does not need.
 */
const stages = {
  start: ['index.html'],
  'signed-in': ['kernel/app/client/shell/signed-in.tsx'],
  'first-list': [
    'plugins/applications/client/index.ts',
    'plugins/applications/client/pages/list-page.tsx',
    'plugins/applications/client/components/list/card-grid.tsx',
  ],
} as const;

/** Matches the names of the early files in `dist/assets`: those that are loaded before a page requests more. */
export const earlyFile = new RegExp(
  String.raw`(^|/)(index|rolldown-runtime|${Object.keys(stages).join('|')})-[\w-]{8}\.js$`,
);

/** Groups of modules, of which each becomes one file. */
export type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>;

/**
 * Groups the modules of each stage into one file. The modules are found by a build that writes no files, since the module
 * graph is known only after unused code was removed.
 */
export async function groupFirstChunks(root: string, config: InlineConfig): Promise<Groups> {
  const survey = await build({
    ...config,
    root,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, manifest: false, reportCompressedSize: false },
  });
  const { output } = survey as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const stageOf = new Map<string, string>();
  const seen = new Set<string>();
  for (const [stage, entries] of Object.entries(stages)) {
    for (const entry of entries) for (const chunk of chunkOf(entry)) visit(chunk, stage);
  }

  function chunkOf(entry: string): Rolldown.OutputChunk[] {
    const id = resolve(root, entry);
    const found = [...chunks.values()].filter(
      (chunk) => chunk.facadeModuleId === id || chunk.moduleIds.includes(id),
    );
    if (found.length === 0) throw new Error(`The build has no chunk of ${entry}`);
    return found;
  }

  function visit(chunk: Rolldown.OutputChunk, stage: string): void {
    if (seen.has(chunk.fileName)) return;
    seen.add(chunk.fileName);
    // The bundler's own helpers remain in a separate file.
    for (const id of chunk.moduleIds) if (!id.startsWith('\0')) stageOf.set(id, stage);
    for (const name of chunk.imports) {
      const imported = chunks.get(name);
      if (imported) visit(imported, stage);
    }
  }

  return Object.keys(stages).map((stage, index, { length }) => ({
    name: stage,
    priority: length - index,
    test: (id: string) => stageOf.get(id) === stage,
  }));
}

/**
 * Passes to `public/first.js` the files that a signed-in page needs and the calls to preload, so that it requests all of them
 * at once: the calls of every page, and the first read of the opened page.
 */
export function preloadFirstChunks(
  requested: readonly string[],
  firstReads: Readonly<Record<string, string>>,
): Plugin {
  return {
    name: 'komak-preload-first-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const names = Object.keys(bundle ?? {});
        const files = Object.keys(stages)
          .slice(1)
          .map((stage) => {
            const name = names.find((one) => new RegExp(String.raw`/${stage}-[\w-]{8}\.js$`).test(one));
            if (name === undefined) throw new Error(`The build has no file for ${stage}`);
            return `/${name}`;
          });
        // The first file imports the helpers; without the preload, they would be requested only after it has arrived.
        const helpers = names.find((one) => /\/rolldown-runtime-[\w-]{8}\.js$/.test(one));
        const ahead =
          helpers === undefined ? '' : `<link rel="modulepreload" crossorigin href="/${helpers}" />\n    `;
        const tag = '<script src="/first.js"';
        if (!html.includes(tag)) throw new Error('The page does not name first.js');
        const pages = JSON.stringify(firstReads).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
        const given = `data-files="${files.join(' ')}" data-reads="${requested.join(' ')}" data-pages="${pages}"`;
        return html.replace(tag, `${ahead}${tag} ${given}`);
      },
    },
  };
}

/**
 * Makes browsers compile the early files eagerly, in a background thread while they load: nearly all of their functions run at
 * the start, and would otherwise be compiled one by one on the main thread. Other browsers ignore the comment.
 */
export function compileEarly(): Plugin {
  return {
    name: 'komak-compile-early',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && earlyFile.test(file.fileName))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}
