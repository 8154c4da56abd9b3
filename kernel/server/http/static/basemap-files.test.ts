import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBasemaps, type Basemaps } from '../../installation/basemaps.ts';
import { mountBasemapFiles } from './basemap-files.ts';

const bytes = Buffer.concat([Buffer.from('PMTiles\u{3}', 'latin1'), Buffer.alloc(992, 7)]);
const warnings: unknown[] = [];
let folder: string;
let server: FastifyInstance;
let basemaps: Basemaps;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-basemaps-'));
  await writeFile(join(folder, 'city.pmtiles'), bytes);
  await writeFile(join(folder, 'broken.pmtiles'), 'no archive');
  const tiles = ['city', 'broken', 'gone'].map((id) => ({ id, url: `./${id}.pmtiles` }));
  const log = { warn: (...given: unknown[]) => void warnings.push(given) };
  basemaps = await createBasemaps(
    { tiles: [...tiles, { id: 'far', url: 'https://a.uz/far.pmtiles' }] },
    folder,
    { log, readDemoFile: async () => null },
  );
  server = fastify();
  server.setErrorHandler((_error, _request, reply) => reply.code(404).send());
  mountBasemapFiles(server, basemaps);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const read = (headers: Record<string, string> = {}, id = 'city') =>
  server.inject({ url: `/basemaps/${id}.pmtiles`, headers });

test('browsers are given the addresses of archives on this server', async () => {
  expect((await basemaps.sources()).map(({ url }) => url)).toEqual([
    '/basemaps/city.pmtiles',
    '/basemaps/broken.pmtiles',
    '/basemaps/gone.pmtiles',
    'https://a.uz/far.pmtiles',
  ]);
  expect(warnings).toHaveLength(2);
});

test('an archive is sent in ranges, to pages of any origin', async () => {
  const whole = await read();
  expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, bytes.length]);
  const part = await read({ range: 'bytes=0-7' });
  expect(part.statusCode).toBe(206);
  expect(part.headers).toMatchObject({
    'content-range': `bytes 0-7/${bytes.length}`,
    'access-control-allow-origin': '*',
    'accept-ranges': 'bytes',
  });
  expect(part.rawPayload).toEqual(bytes.subarray(0, 8));
  expect((await read({ 'if-none-match': String(whole.headers['etag']) })).statusCode).toBe(304);
  // For a range of a former version, the whole current file is sent.
  expect((await read({ range: 'bytes=0-7', 'if-range': '"old"' })).statusCode).toBe(200);
});

test.each(['gone', 'far', 'unknown', '..%2Fcity', '%2e%2e%2fcity'])('%s is not found', async (id) => {
  expect((await read({}, id)).statusCode).toBe(404);
});

test.each([
  [
    'named before all where the deployment has chosen none',
    [{ id: 'osm', url: 'https://a.uz/{z}' }],
    ['demo', 'osm'],
  ],
  ['named last where it has chosen its own', [{ id: 'own', url: 'https://a.uz/{z}' }], ['own', 'demo']],
  ['left out where it wants none', [], []],
])('the map of the demonstration is %s', async (_what, tiles, ids) => {
  const readDemoFile = async () => join(folder, 'city.pmtiles');
  const offered = await createBasemaps({ tiles }, folder, { log: { warn: () => undefined }, readDemoFile });
  expect((await offered.sources()).map(({ id }) => id)).toEqual(ids);
});

test('a map of the demonstration that is not in the image is not offered', async () => {
  const readDemoFile = async () => join(folder, 'gone.pmtiles');
  const tiles = [{ id: 'osm', url: 'https://a.uz/{z}' }];
  const offered = await createBasemaps({ tiles }, folder, { log: { warn: () => undefined }, readDemoFile });
  expect(await offered.sources()).toEqual(tiles);
  expect(await offered.fileOf('demo')).toBeNull();
});
