import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzipSync, type ZlibOptions } from 'node:zlib';
import { extract, pack, type Header } from 'tar-stream';
import { maxArchiveBytes } from '#kernel/domain/values/limits.ts';
import { PluginRejected, rejectPlugin } from './rejection.ts';

/** The files of an artefact by path, with `/` between folders. */
export type ArtefactFiles = ReadonlyMap<string, Buffer>;

/** The limits of an unpacked archive, in bytes and files, so that a small archive cannot fill the disk. */
const maxUnpackedBytes = 40 * 1024 * 1024;
const maxFiles = 500;

/** Files that an artefact may contain. Those of `ignoredPath`, which `npm pack` adds, are skipped. */
const allowedPath =
  /^(package\.json|manifest\.json|client\.js|server\.js|signature\.json|locales\/[a-z]{2}\.json|migrations\/[^/]+\.sql)$/;
const ignoredPath = /^(README|LICENSE|CHANGELOG)(\.\w+)?$/i;

/**
 * Reads a `.tgz` as made by `npm pack`, with everything below one folder; throws {@link PluginRejected}. Writes nothing.
 */
export async function readArchive(bytes: Buffer): Promise<ArtefactFiles> {
  if (bytes.length > maxArchiveBytes) rejectSize(bytes.length, maxArchiveBytes);
  try {
    return await readEntries(await decompress(bytes));
  } catch (error) {
    if (error instanceof PluginRejected) throw error;
    rejectPlugin('not_an_archive', { problem: (error as Error).message });
  }
}

async function decompress(bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify<Buffer, ZlibOptions, Buffer>(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    rejectSize(maxUnpackedBytes + 1, maxUnpackedBytes);
  }
}

async function readEntries(archive: Buffer): Promise<ArtefactFiles> {
  const files = new Map<string, Buffer>();
  const reader = extract();
  reader.end(archive);
  for await (const entry of reader) {
    const path = pathOf(entry.header);
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    if (path === null || ignoredPath.test(path)) continue;
    if (files.has(path)) rejectPlugin('not_an_archive', { problem: `it contains ${path} twice` });
    assertKnown(path);
    files.set(path, Buffer.concat(chunks));
    if (files.size > maxFiles)
      rejectPlugin('not_an_archive', { problem: `it contains more than ${maxFiles} files` });
  }
  return files;
}

/** The path below the archive's top folder; null for a folder. Rejects entries that could be written elsewhere. */
function pathOf({ name, type }: Header): string | null {
  if (type === 'symlink' || type === 'link') rejectPlugin('link', { path: name });
  const parts = name.split('/');
  if (name.startsWith('/') || name.includes('\\') || name.includes('\0') || parts.includes('..'))
    rejectPlugin('path_outside', { path: name });
  if (type === 'directory') return null;
  if (type !== 'file' && type !== 'contiguous-file') rejectPlugin('unknown_file', { path: name });
  return parts.slice(1).join('/');
}

function assertKnown(path: string): void {
  if (!allowedPath.test(path)) rejectPlugin('unknown_file', { path });
}

/** Reads an artefact from a folder; throws {@link PluginRejected}. Symbolic links are not followed. */
export async function readFolder(folder: string): Promise<ArtefactFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  let size = 0;
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    // A package's folder may contain more than the artefact: tests, sources, build files.
    if (entry.isDirectory() || !allowedPath.test(path)) continue;
    if (!entry.isFile()) rejectPlugin('link', { path });
    const file = join(folder, path);
    size += (await stat(file)).size;
    if (size > maxUnpackedBytes) rejectSize(size, maxUnpackedBytes);
    files.set(path, await readFile(file));
  }
  return files;
}

/** Packs files below `package/`; equal files give equal bytes. */
export async function writeArchive(files: ArtefactFiles): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of sorted(files)) {
    archive.entry({ name: `package/${name}`, mtime: new Date(0), mode: 0o644 }, content);
  }
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks), { level: 9 });
}

/** The digest of the contents: `sha256-<hex>` over the paths and hashes of all files except the signature. */
export function digestOf(files: ArtefactFiles): string {
  const whole = createHash('sha256');
  for (const [path, content] of sorted(files)) {
    if (path === 'signature.json') continue;
    whole.update(`${path}\0${createHash('sha256').update(content).digest('hex')}\n`);
  }
  return `sha256-${whole.digest('hex')}`;
}

function sorted(files: ArtefactFiles): [string, Buffer][] {
  return [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function rejectSize(size: number, limit: number): never {
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`;
  rejectPlugin('too_large', { size: mebibytes(size), limit: mebibytes(limit) });
}
