import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const root = resolve(import.meta.dirname, '../../..');

/**
 * The declarations of each entry of `kernel/plugin-api` by name (`client`), each as one file that imports only
 * packages.
 */
export type Declarations = Readonly<Record<string, string>>;

/**
 * Emits the declarations of `kernel/plugin-api`. The compiler writes a file per module; API Extractor merges them into
 * one per entry, for reviewers and the editors of external developers.
 */
export function emitDeclarations(): Declarations {
  const folder = mkdtempSync(join(tmpdir(), 'komak-api-'));
  try {
    const entries = readdirSync(resolve(root, 'kernel/plugin-api'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => basename(name, '.ts'));
    emitModules(folder, entries);
    return rollUp(folder, entries);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function emitModules(folder: string, entries: readonly string[]): void {
  const sources = entries.map((entry) => resolve(root, `kernel/plugin-api/${entry}.ts`));
  const config = {
    extends: resolve(root, 'tsconfig.tests.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: folder,
      typeRoots: [resolve(root, 'node_modules/@types'), resolve(root, 'node_modules')],
    },
    include: [],
    files: [
      ...sources,
      resolve(root, 'kernel/testing/s3rver.d.ts'),
      resolve(root, 'widgets/map/io/formats/shpjs.d.ts'),
    ],
  };
  symlinkSync(resolve(root, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, 'tsconfig.json');
  writeFileSync(path, JSON.stringify(config));
  execFileSync(process.execPath, [resolve(root, 'node_modules/typescript/bin/tsc'), '-p', path], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // A declaration file cannot import the JSON texts of the map.
  const texts = join(folder, 'widgets/map/model/text/texts.d.ts');
  const text = readFileSync(texts, 'utf8');
  writeFileSync(
    texts,
    text.replace(/^import type uz from .*$/m, 'declare const uz: Readonly<Record<string, unknown>>;'),
  );
}

function rollUp(folder: string, entries: readonly string[]): Declarations {
  const imports = { '#kernel/*.tsx': './kernel/*.d.ts', '#kernel/*.ts': './kernel/*.d.ts' };
  const widgets = { '#widgets/*.tsx': './widgets/*.d.ts', '#widgets/*.ts': './widgets/*.d.ts' };
  const manifest = { name: 'komak', version: '0.0.0', type: 'module', imports: { ...imports, ...widgets } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const configs = entries.map((entry) => extractorConfig(folder, entry));
  const [first] = configs;
  if (!first) throw new Error('kernel/plugin-api has no entry');
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: configs.map((config) => config.mainEntryPointFilePath),
  });
  return Object.fromEntries(
    entries.map((entry, index) => {
      const config = configs[index] ?? first;
      Extractor.invoke(config, {
        compilerState,
        localBuild: true,
        messageCallback(message) {
          message.handled = true;
          if (message.logLevel === 'error') throw new Error(`${entry}: ${message.text}`);
        },
      });
      return [entry, readFileSync(config.untrimmedFilePath, 'utf8')];
    }),
  );
}

function extractorConfig(folder: string, entry: string): ExtractorConfig {
  const quiet = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObjectFullPath: join(folder, 'api-extractor.json'),
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, `kernel/plugin-api/${entry}.d.ts`),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            lib: ['es2023', 'dom', 'dom.iterable'],
            module: 'esnext',
            moduleResolution: 'bundler',
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: true,
            jsx: 'react-jsx',
            types: ['node'],
            allowImportingTsExtensions: true,
            noEmit: true,
          },
          include: ['kernel/plugin-api'],
        },
      },
      apiReport: { enabled: false, reportFileName: entry },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: join(folder, `rolled-up/${entry}.d.ts`) },
      tsdocMetadata: { enabled: false },
      messages: { extractorMessageReporting: quiet, tsdocMessageReporting: quiet },
    },
  });
}
