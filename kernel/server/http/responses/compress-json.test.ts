import Fastify from 'fastify';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressJson } from './compress-json.ts';

const large = { items: Array.from({ length: 200 }, (_, id) => ({ id, text: `Yordam so‘rayman ${id}` })) };
const server = Fastify();
server.addHook('onSend', compressJson);
server.get('/large', () => large);
server.get('/small', () => ({ id: 1 }));
server.get('/varied', (_request, reply) => reply.header('vary', 'Origin').send(large));
server.get('/encoded', (_request, reply) =>
  reply.header('content-encoding', 'own').send(JSON.stringify(large)),
);
server.get('/text', () => JSON.stringify(large));
let url = '';

beforeAll(async () => {
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Requests the raw bytes: `fetch` would decode them. */
async function request(path: string, accepted: string) {
  const { headers, rawPayload } = await server.inject({
    url: path,
    headers: { 'accept-encoding': accepted },
  });
  return { headers, bytes: rawPayload };
}

test('compresses a large response with the best encoding that the client accepts', async () => {
  const plain = await request('/large', 'identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(JSON.parse(plain.bytes.toString())).toEqual(large);
  const br = await request('/large', 'gzip, deflate, br');
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(br.bytes.length) });
  expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
  expect(br.bytes.length).toBeLessThan(plain.bytes.length / 4);
  const zipped = await request('/large', 'gzip, br;q=0');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  expect(await (await fetch(`${url}/large`)).json()).toEqual(large);
});

test('adds the encoding to the Vary header', async () => {
  for (const accepted of ['br', 'identity'])
    expect((await request('/large', accepted)).headers['vary']).toBe('Accept-Encoding');
  expect((await request('/varied', 'br')).headers['vary']).toBe('Origin, Accept-Encoding');
});

test('does not compress small responses, responses that are not JSON, and compressed ones', async () => {
  for (const path of ['/small', '/text'])
    expect((await request(path, 'br')).headers).not.toHaveProperty('content-encoding');
  const own = await request('/encoded', 'br');
  expect(own.headers['content-encoding']).toBe('own');
  expect(JSON.parse(own.bytes.toString())).toEqual(large);
});
