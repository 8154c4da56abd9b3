import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anyone, signedIn } from '#kernel/contract/index.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { assertVersion } from '#kernel/records/server/crud/index.ts';
import { route, type ApiRoute } from '../../api/index.ts';
import { apiBase, mountApi } from '../pipeline/api.ts';
import { mountKernelRoutes } from '../routes/kernel-routes.ts';
import { describeApi } from './openapi.ts';

const updatedAt = '2026-11-21T08:00:00.000Z';
const nothing = z.object({});
const usual = { summary: '', access: signedIn, response: nothing, handle: () => ({}) } as const;
const guarded = {
  ...usual,
  handle: (call: { version: string | null }) => (assertVersion(call, { updatedAt }), {}),
};
const upload = { minFiles: 1, maxFiles: 2, maxBytes: 1000, keep: false } as const;

const made = pluginWith('made', {
  routes: [
    route({ ...usual, method: 'GET', path: 'made/reads' }),
    route({ ...usual, method: 'GET', path: 'made/counts', transaction: true }),
    route({ ...usual, method: 'PUT', path: 'made/changes' }),
    route({ ...usual, method: 'PUT', path: 'made/looks-after-itself', transaction: false }),
    route({ ...usual, method: 'POST', path: 'made/anybody', access: anyone }),
    route({ ...guarded, method: 'POST', path: 'made/versioned', versioned: true }),
    route({ ...guarded, method: 'PUT', path: 'made/undeclared' }),
    route({
      ...usual,
      method: 'POST',
      path: 'made/choice',
      body: z.strictObject({ text: z.string().optional() }),
    }),
    route({ ...usual, method: 'POST', path: 'made/form', body: z.strictObject({ text: z.string() }) }),
    route({ ...usual, method: 'POST', path: 'made/files', body: z.strictObject({}), upload }),
    route({
      ...usual,
      method: 'GET',
      path: 'made/asks',
      query: z.strictObject({
        needed: z.string(),
        wanted: z.string().optional(),
        usual: z.string().default(''),
      }),
    }),
  ] as ApiRoute[],
});

interface Described {
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, unknown>> };
}

let server: TestServer;
let admin: ApiClient;
let paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;

beforeAll(async () => {
  server = await testServer({ plugins: [made] });
  admin = await server.signIn();
  ({ paths } = describeApi(server.services, apiBase) as { paths: typeof paths });
});
afterAll(() => server.close());

function parametersOf(name: string, where: string): Record<string, boolean> {
  const [method = '', path = ''] = name.split(' ');
  const parameters = paths[`${apiBase}/made/${path}`]?.[method.toLowerCase()]?.parameters ?? [];
  return Object.fromEntries(
    parameters.filter((one) => one.in === where).map((one) => [one.name, one.required]),
  );
}

test("describes every call of the server, including the kernel's", () => {
  const bare = Fastify({ exposeHeadRoutes: false });
  const mounted: string[] = [];
  bare.addHook('onRoute', ({ method, url }) => void mounted.push(`${String(method)} ${url}`));
  mountApi(bare, server.services);
  mountKernelRoutes(bare, server.services, { isDemo: false });
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(mounted.length).toBeGreaterThan(10);
  expect(described.toSorted()).toEqual(mounted.toSorted());
});

test.each([
  ['GET reads', []],
  ['GET counts', ['Idempotency-Key']],
  ['PUT changes', ['Idempotency-Key']],
  ['PUT looks-after-itself', []],
  ['POST anybody', []],
  ['POST versioned', ['Idempotency-Key', 'If-Match']],
])('describes only headers that are read: %s', (name, headers) => {
  expect(Object.keys(parametersOf(name, 'header'))).toEqual(headers);
});

describe('a version', () => {
  const old = { headers: { 'if-match': '"2001-01-01T00:00:00.000Z"' } };

  test('is validated if the call describes it', async () => {
    expect(await admin.post('made/versioned', undefined, old)).toMatchObject({ status: 409 });
    expect(await admin.post('made/versioned')).toMatchObject({ status: 200 });
  });

  test('is rejected if the call does not describe it, for every caller', async () => {
    expect(await admin.put('made/undeclared')).toMatchObject({ status: 500 });
  });
});

test('marks required fields as required, and others as optional', () => {
  expect(parametersOf('GET asks', 'query')).toEqual({ needed: true, wanted: false, usual: false });
  const needsBody = (path: string) => paths[`${apiBase}/made/${path}`]?.['post']?.requestBody?.required;
  expect([needsBody('form'), needsBody('files'), needsBody('choice')]).toEqual([true, true, false]);
});

test('a form with too few files is rejected, as described', async () => {
  const { content } = paths[`${apiBase}/made/files`]?.['post']?.requestBody ?? {};
  expect(content?.['multipart/form-data']).toMatchObject({
    schema: { required: ['files'], properties: { files: { minItems: 1, maxItems: 2 } } },
  });
  const file = { name: 'a.csv', type: 'text/csv', content: 'a' };
  expect(await admin.upload('made/files', {}, [file])).toMatchObject({ status: 200 });
  for (const rejected of [await admin.upload('made/files', {}), await admin.post('made/files')]) {
    expect(rejected).toMatchObject({ status: 422, body: { fields: { files: expect.any(String) } } });
  }
});
