import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { testServer } from '#kernel/testing/server.ts';
import { startTraceCollector } from '#kernel/testing/trace-collector.ts';

// Each test starts a process.
vi.setConfig({ testTimeout: 60_000 });

const root = resolve(import.meta.dirname, '../../..');

/** Prints each OpenTelemetry module that a process loads. */
const watch = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (url.includes('opentelemetry') || url.includes('open-telemetry')) console.error('LOADED', url);
      return next(url, context);
    },
  });
`)}`;

/** Starts and stops the server with these variables; resolves to the OpenTelemetry modules that it loaded. */
async function modulesLoadedWith(variables: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'komak-traces-'));
  const database = await createTestDatabase();
  onTestFinished(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const deployment = join(folder, 'deployment.json');
  await writeFile(deployment, JSON.stringify({ plugins: {} }));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [`--import=${watch}`, 'kernel/app/server/main.ts'], {
    cwd: root,
    env: {
      PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      KOMAK_DATA: join(folder, 'var'),
      KOMAK_DEPLOYMENT: deployment,
      DATABASE_URL: database.url,
      ...variables,
    },
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.error += chunk.toString()));
  const ended = once(child, 'close');
  await Promise.race([
    ended,
    vi.waitFor(() => expect(output.out).toContain('http://127.0.0.1'), { timeout: 50_000, interval: 100 }),
  ]);
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out) ?? [];
  expect((await fetch(`${url}/api/uz/plugins`)).status).toBe(200);
  child.kill('SIGTERM');
  await ended;
  return output.error.split('\n').filter((line) => line.startsWith('LOADED'));
}

test('loads no code of OpenTelemetry without a collector', async () => {
  expect(await modulesLoadedWith({})).toEqual([]);
});

test('a configured collector that is disabled changes nothing', async () => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' };
  expect(await modulesLoadedWith(variables)).toEqual([]);
});

test('the variables of OpenTelemetry enable traces', async () => {
  const collector = await startTraceCollector();
  onTestFinished(() => collector.close());
  const modules = await modulesLoadedWith({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'komak-of-a-test',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-a-test',
  });
  expect(modules.length).toBeGreaterThan(0);
  const span = collector.spans.find(({ name }) => name === 'GET /api/uz/plugins');
  expect(span?.resource['service.name']).toBe('komak-of-a-test');
  expect(collector.texts[0]).toContain('"x-key":"of-a-test"');
});

test('without traces clicks cannot be reported, and the deployment does not announce them', async () => {
  const server = await testServer({ plugins: [] });
  onTestFinished(() => server.close());
  const admin = await server.signIn();
  expect((await admin.post('traces', {})).status).toBe(404);
  expect((await admin.get('plugins')).body).not.toHaveProperty('traces');
  const client = await server.services.pool.connect();
  client.release();
  // The query of an observed connection is its own.
  expect(Object.hasOwn(client, 'query')).toBe(false);
});

test('requests no traces of browsers with a sampler that records nothing', async () => {
  const collector = await startTraceCollector();
  const traces = { ...collector.plan, sampler: 'always_off', share: 0 } as const;
  const server = await testServer({ plugins: [], traces });
  onTestFinished(async () => {
    await server.close();
    await collector.close();
  });
  const admin = await server.signIn();
  expect((await admin.get('plugins')).body).not.toHaveProperty('traces');
  expect((await admin.post('traces', {})).status).toBe(404);
});
