import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { ExternalPlugins } from '../../artefacts/external-plugins.ts';
import { CachedResponse } from '../responses/cached-response.ts';
import { assetHeaders } from '../security/headers.ts';

interface LocaleFile {
  readonly changed: number;
  readonly text: string;
}

/** The texts for the front end. */
export interface Locales {
  readonly folder: string;
  readonly external: Pick<ExternalPlugins, 'find'>;
  /** The namespaces that every signed-in page uses, in the order in which the bundle contains them. */
  bundled(): readonly string[];
}

const type = 'application/json; charset=utf-8';

/**
 * Mounts `/locales/{lng}/{ns}.json`, and the bundle `/locales/{lng}.json` with the texts with which a signed-in page
 * starts, by namespace: one request instead of one per plugin. Files that have changed on disk are read again.
 */
export async function mountLocales(server: FastifyInstance, given: Locales): Promise<void> {
  const read = await openLocales(given);
  const sent = new Map<string, Promise<CachedResponse>>();

  /** Compressed once per version of a text. */
  function responseOf(key: string, text: string): Promise<CachedResponse> {
    const former = sent.get(key);
    const next = (async () => {
      const bytes = Buffer.from(text);
      const last = await former?.catch(() => null);
      return last?.bytes.equals(bytes) ? last : CachedResponse.of(type, bytes);
    })();
    sent.set(key, next);
    return next;
  }

  server.get<{ Params: { language: string; name: string } }>(
    '/locales/:language/:name',
    async (request, reply) => {
      const { language, name } = request.params;
      const text = await read(language, name);
      return send(request, reply, await responseOf(`${language}/${name}`, text));
    },
  );

  server.get<{ Params: { language: string } }>('/locales/:language.json', async (request, reply) => {
    const language = languages.find((one) => one === request.params.language) ?? unknown();
    const parts = given.bundled().map(async (namespace) => {
      const text = await read(language, `${namespace}.json`).catch(() => null);
      return text === null ? [] : [`${JSON.stringify(namespace)}:${text}`];
    });
    const text = `{${(await Promise.all(parts)).flat().join()}}`;
    return send(request, reply, await responseOf(language, text));
  });
}

/** Returns a function that reads the texts of a namespace, from disk or from an external plugin, or throws `not_found`. */
async function openLocales({
  folder,
  external,
}: Locales): Promise<(language: string, name: string) => Promise<string>> {
  const files = new Map<string, LocaleFile>();
  const known = new Set<string>();
  for (const language of languages) {
    for (const name of await readdir(join(folder, language)).catch(() => []))
      known.add(`${language}/${name}`);
  }

  async function readFromDisk(path: string): Promise<string> {
    const { mtimeMs } = await stat(join(folder, path));
    const former = files.get(path);
    if (former?.changed === mtimeMs) return former.text;
    const text = JSON.stringify(JSON.parse(await readFile(join(folder, path), 'utf8')));
    files.set(path, { changed: mtimeMs, text });
    return text;
  }

  return async (language, name) => {
    if (known.has(`${language}/${name}`)) return readFromDisk(`${language}/${name}`);
    const { locales } = external.find(name.replace(/\.json$/, ''))?.artefact ?? unknown();
    return JSON.stringify(locales[languages.find((one) => one === language) ?? unknown()]);
  };
}

function send(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): FastifyReply {
  void reply.headers({
    ...assetHeaders,
    etag: response.etag,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  });
  if (request.headers['if-none-match'] === response.etag) return reply.code(304).send();
  const { encoding, bytes } = response.encodedFor(request.headers['accept-encoding'] ?? '');
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.type(type).send(bytes);
}

function unknown(): never {
  throw fail('not_found');
}
