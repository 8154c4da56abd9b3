import { resolve } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

/**
 * The modules of the first list, in loading order: a file for each, since a request, and a file's own compression, cost more than
 * the few functions that a page could do without.
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

/** Names of the files in `dist/assets` that are loaded before a page requests more, without the hash. */
export const earlyFile = new RegExp(
  String.raw`(^|/)(index|rolldown-runtime|${Object.keys(stages).join('|')})-[\w-]{8}\.js$`,
);

/** Groups of modules that come in one file each. */
export type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>;

/**
 * Puts what each stage needs into one file. A build that writes nothing finds out which modules those are: only what is left
 * of the graph once unused code has been removed says so.
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
    // Helpers of the bundler itself stay a file of their own.
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
 * Tells `public/first.js` which files a signed-in page needs, and which responses, so that it asks for all at once: those of
 * every page, and the first one of the page that is opened.
 */
export function preloadFirstChunks(
  asked: readonly string[],
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
        // The first file imports it, and would ask for it only when it is here itself.
        const helpers = names.find((one) => /\/rolldown-runtime-[\w-]{8}\.js$/.test(one));
        const ahead =
          helpers === undefined ? '' : `<link rel="modulepreload" crossorigin href="/${helpers}" />\n    `;
        const tag = '<script src="/first.js"';
        if (!html.includes(tag)) throw new Error('The page does not name first.js');
        const pages = JSON.stringify(firstReads).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
        const given = `data-files="${files.join(' ')}" data-asked="${asked.join(' ')}" data-pages="${pages}"`;
        return html.replace(tag, `${ahead}${tag} ${given}`);
      },
    },
  };
}

/**
 * Has the files of the first stages compiled whole while they come, in a thread of their own: nearly all of their functions run
 * at the start, and one by one the main thread would compile them. Browsers that do not know the comment pass over it.
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
