import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { init, parse } from 'es-module-lexer';
import { z } from 'zod';
import { sharedModules, type Manifest } from '#kernel/contract/index.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { checksumOf } from '../database/migrations/migrate.ts';

import { digestOf, readArchive, readFolder, type ArtefactFiles } from './archive.ts';
import { manifestFromJson } from './manifest-json.ts';
import { PluginRejected, rejection, rejectPlugin, type Rejection } from './rejection.ts';
import { signatureSchema, type Signature } from './signature.ts';

const packageSchema = z.looseObject({ komak: z.object({ apiVersion: z.string() }) });

/** Texts of one namespace and language; keys of nested objects are joined by dots. */
export type TextTree = { readonly [key: string]: string | TextTree };

/** A migration of an artefact. */
export interface ArtefactMigration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** An external plugin as read from its archive, before checks. None of its code has been executed. */
export interface Artefact {
  readonly files: ArtefactFiles;
  /** `sha256-<hex>` over the contents. */
  readonly digest: string;
  readonly manifest: Manifest;
  /** The range of plugin-api versions that it supports. */
  readonly apiVersion: string;
  readonly signature: Signature | null;
  readonly locales: Readonly<Record<Language, TextTree>>;
  readonly migrations: readonly ArtefactMigration[];
  readonly hasServer: boolean;
  readonly hasClient: boolean;
}

/**
 * Reads an artefact from a package name, a folder or a `.tgz`, relative to a base folder; throws {@link PluginRejected}.
 */
export async function readSource(source: string, base: string): Promise<ArtefactFiles> {
  const location = await findSource(source, base);
  if (location === null) rejectPlugin('not_found', { source });
  return location.isFolder ? readFolder(location.path) : readArchive(await readFile(location.path));
}

async function findSource(source: string, base: string): Promise<{ path: string; isFolder: boolean } | null> {
  const path = resolve(base, source);
  const found = await stat(path).catch(() => null);
  if (found) return { path, isFolder: found.isDirectory() };
  if (!/^(@[\w.-]+\/)?[\w.-]+$/.test(source)) return null;
  try {
    const file = createRequire(pathToFileURL(join(base, 'deployment.json'))).resolve(
      `${source}/package.json`,
    );
    return { path: dirname(file), isFolder: true };
  } catch {
    return null;
  }
}

/** Parses an artefact; throws {@link PluginRejected} with all of its faults. */
export async function readArtefact(files: ArtefactFiles): Promise<Artefact> {
  const { komak } = readJson(files, 'package.json', (value) => packageSchema.parse(value));
  const manifest = readJson(files, 'manifest.json', manifestFromJson);
  const signature = files.has('signature.json')
    ? readJson(files, 'signature.json', (value) => signatureSchema.parse(value))
    : null;
  const locales = Object.fromEntries(
    languages.map((language) => [language, readTexts(files, language)]),
  ) as Record<Language, TextTree>;
  const rejections = [
    ...missingTexts(manifest, locales),
    ...(await unsharedImports(
      files,
      'client.js',
      manifest.isolation === 'frame' ? sharedModules.frame : sharedModules.client,
    )),
    ...(await unsharedImports(files, 'server.js', sharedModules.server)),
  ];
  if (rejections.length > 0) throw new PluginRejected(...rejections);
  return {
    files,
    digest: digestOf(files),
    manifest,
    apiVersion: komak.apiVersion,
    signature,
    locales,
    migrations: readMigrations(files),
    hasServer: files.has('server.js'),
    hasClient: files.has('client.js'),
  };
}

function readJson<Value>(files: ArtefactFiles, path: string, read: (value: unknown) => Value): Value {
  const content = files.get(path);
  if (!content) rejectPlugin('missing_file', { path });
  try {
    return read(JSON.parse(content.toString('utf8')));
  } catch (error) {
    rejectPlugin('not_json', { path, problem: problemOf(error) });
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message;
  return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ');
}

const textTreeSchema: z.ZodType<TextTree> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), textTreeSchema])),
);

function readTexts(files: ArtefactFiles, language: Language): TextTree {
  return readJson(files, `locales/${language}.json`, (value) => textTreeSchema.parse(value));
}

/**
 * Text keys that the manifest needs, and those that only one language has; plural forms may differ between languages.
 */
function missingTexts(manifest: Manifest, locales: Readonly<Record<Language, TextTree>>): Rejection[] {
  const keys = new Map(languages.map((language) => [language, new Set(keysOf(locales[language]))]));
  const needed = new Set([...neededKeys(manifest), ...[...keys.values()].flatMap((own) => [...own])]);
  return languages.flatMap((language) =>
    [...needed]
      .filter((key) => !keys.get(language)?.has(key))
      .map((key) => rejection('missing_text', { language, key })),
  );
}

function neededKeys(manifest: Manifest): string[] {
  const menu = Object.keys(manifest.menu ?? {});
  return [
    ...(menu.length > 0 ? ['menu.title', ...menu.map((key) => `menu.${key}`)] : []),
    ...(manifest.permissions ?? []).map((permission) => `permissions.${permission}`),
    ...Object.keys(manifest.notices ?? {}).map((type) => `notices.${type}.text`),
    ...Object.keys(manifest.search ?? {}).map((key) => `found.${key}`),
    ...Object.keys(manifest.actions ?? {}).map((key) => `actions.${key}`),
  ];
}

function keysOf(tree: TextTree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [prefix + key.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keysOf(value, `${prefix}${key}.`),
  );
}

/** The bare imports of a module that are not shared modules. Node's own modules are allowed on the server. */
async function unsharedImports(
  files: ArtefactFiles,
  path: 'client.js' | 'server.js',
  shared: readonly string[],
): Promise<Rejection[]> {
  const content = files.get(path);
  if (!content) return [];
  await init;
  try {
    const [imports] = parse(content.toString('utf8'));
    const names = imports.map(({ n: name }) => name ?? '…').filter((name) => name !== '…');
    const foreign = names.filter(
      (name) => !shared.includes(name) && !(path === 'server.js' && name.startsWith('node:')),
    );
    return [...new Set(foreign)].map((name) => rejection('import', { path, name }));
  } catch (error) {
    return [rejection('not_json', { path, problem: (error as Error).message })];
  }
}

function readMigrations(files: ArtefactFiles): ArtefactMigration[] {
  return [...files]
    .filter(([path]) => path.startsWith('migrations/'))
    .map(([path, content]) => {
      const name = path.slice('migrations/'.length);
      if (!/^\d{3}-[a-z0-9-]+\.sql$/.test(name)) rejectPlugin('unknown_file', { path });
      const sql = content.toString('utf8');
      return { name, sql, checksum: checksumOf(sql) };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
