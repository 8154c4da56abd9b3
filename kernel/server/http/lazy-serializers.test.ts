import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLazySerializers } from './server.ts';

test('builds a serializer at the first response of its route, which writes the fields of its schema', async () => {
  const server = Fastify({
    schemaController: { compilersFactory: { buildSerializer: createLazySerializers() } },
  });
  const named = { type: 'object', properties: { name: { type: 'string' } } };
  server.get('/named', { schema: { response: { 200: named } } }, () => ({ name: 'Guliston', secret: 1 }));
  // A schema that cannot be compiled.
  server.get('/never', { schema: { response: { 200: { type: 'nonsense' } } } }, () => ({}));
  await server.ready();
  const bodies = [await server.inject('/named'), await server.inject('/named')].map(({ body }) => body);
  expect(bodies).toEqual(['{"name":"Guliston"}', '{"name":"Guliston"}']);
  expect((await server.inject('/never')).statusCode).toBe(500);
  await server.close();
});
