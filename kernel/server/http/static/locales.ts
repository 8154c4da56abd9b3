import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { OutsidePlugins } from '../../artefacts/outside-plugins.ts';
import { assetHeaders } from '../security/headers.ts';

interface LocaleFile {
  readonly changed: number;
  readonly text: string;
  readonly etag: string;
}

/** Mounts `/locales/{lng}/{ns}.json`; a file that changed on disk is read again. */
export async function mountLocales(
  server: FastifyInstance,
  folder: string,
  outside: Pick<OutsidePlugins, 'find'>,
): Promise<void> {
  const files = new Map<string, LocaleFile>();
  const known = new Set<string>();
  for (const language of languages) {
    for (const name of await readdir(join(folder, language)).catch(() => []))
      known.add(`${language}/${name}`);
  }

  async function read(language: string, name: string): Promise<Pick<LocaleFile, 'text' | 'etag'>> {
    if (known.has(`${language}/${name}`)) return readFromDisk(`${language}/${name}`);
    const { locales } = outside.find(name.replace(/\.json$/, ''))?.artefact ?? unknown();
    const given = languages.find((one) => one === language) ?? unknown();
    const text = JSON.stringify(locales[given]);
    return { text, etag: etagOf(text) };
  }

  async function readFromDisk(path: string): Promise<LocaleFile> {
    const { mtimeMs } = await stat(join(folder, path));
    const former = files.get(path);
    if (former?.changed === mtimeMs) return former;
    const text = JSON.stringify(JSON.parse(await readFile(join(folder, path), 'utf8')));
    const file = { changed: mtimeMs, text, etag: etagOf(text) };
    files.set(path, file);
    return file;
  }

  server.get<{ Params: { language: string; name: string } }>(
    '/locales/:language/:name',
    async (request, reply) => {
      const { text, etag } = await read(request.params.language, request.params.name);
      void reply.headers({ ...assetHeaders, etag, 'cache-control': 'no-cache' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

function unknown(): never {
  throw fail('not_found');
}
