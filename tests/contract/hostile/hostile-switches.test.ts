import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeFactorPolicy } from '#kernel/identity/server/index.ts';
import { describeApi } from '#kernel/server/http/docs/openapi.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { byLength } from '../../support/test-length.ts';
import { validatorOf, operationsOf, type Operation, type Schema } from '../document.ts';
import { reportOf, requestsFor } from './arbitrary-request.ts';
import { createRequester } from './requester.ts';

// Calls that lock out other callers: disabling a plugin, requiring a second factor. They run on a separate
// server, which is reset each time.

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
}, 120_000);
afterAll(() => server?.close());

/** The calls for every plugin, with valid dependents and settings, of which the document describes only the form. */
async function callsFor(operations: readonly Operation[]): Promise<Operation[][]> {
  const find = (path: string) => operations.filter((one) => one.method === 'PUT' && one.path.endsWith(path));
  const { pluginManager } = server;
  const calls = { switches: [] as Operation[], settings: [] as Operation[] };
  for (const { id, settings } of pluginManager.list()) {
    const { also = [] } = await pluginManager.plan(id, false);
    const usual = { anyOf: [{ const: also }, { type: 'array', items: { const: id } }] };
    calls.switches.push(...find('/plugins/{id}').map((one) => specialize(one, id, { with: usual })));
    if (!settings) continue;
    calls.settings.push(...find('/settings').map((one) => specialize(one, id, { config: settings.schema })));
  }
  return [calls.switches, calls.settings, find('/admins/second-factor')];
}

function specialize(operation: Operation, id: string, fields: Readonly<Record<string, Schema>>): Operation {
  const { properties, ...schema } = operation.body?.['application/json'] ?? {};
  return {
    ...operation,
    parameters: operation.parameters.map((one) =>
      one.name === 'id' ? { ...one, schema: { const: id } } : one,
    ),
    body: { 'application/json': { ...schema, properties: { ...(properties as object), ...fields } } },
  };
}

async function resetState(): Promise<void> {
  await sql`delete from plugin_states`.execute(server.database);
  await server.database.transaction().execute((transaction) => writeFactorPolicy(transaction, 'nobody'));
  await server.pluginManager.apply();
  const { installed, enabled } = server.services.plugins.registry;
  expect(enabled.length).toBe(installed.length);
}

it(
  'responds to any switching and settings as described, and can be restored',
  async () => {
    const document = describeApi(server.services, '/api/uz');
    const calls = await callsFor(operationsOf(document));
    const validate = validatorOf(document);
    const { send } = createRequester(server);
    const succeeded = new Set<string>();
    const outcome = await fc.check(
      fc.asyncProperty(fc.oneof(...calls.map(requestsFor)), async (request) => {
        const response = await send(request);
        const { status, body } = response;
        if (status < 400) {
          succeeded.add(request.operation.path);
          await resetState();
        }
        expect(status, body.toString('utf8', 0, 500)).toBeLessThan(500);
        expect(validate(request.operation, response)).toEqual([]);
      }),
      { numRuns: byLength(200, 3000), seed: 20_261_121 },
    );
    expect(outcome.failed ? reportOf(outcome) : 'no failure').toBe('no failure');
    // Each call succeeded.
    expect(succeeded.size).toBe(calls.length);
  },
  byLength(300_000, 1_800_000),
);
