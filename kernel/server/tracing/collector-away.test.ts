import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { startTraceCollector, type TraceCollector } from '#kernel/testing/trace-collector.ts';

afterEach(() => vi.unstubAllEnvs());

async function start({ url, timeout = '300' }: { url?: string; timeout?: string } = {}): Promise<{
  server: TestServer;
  collector: TraceCollector;
  log: string[];
  call(times: number): Promise<void>;
}> {
  // OpenTelemetry's own variable: the maximum time for an export with its retries.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', timeout);
  const collector = await startTraceCollector();
  onTestFinished(() => collector.close());
  const log: string[] = [];
  const server = await testServer({
    plugins: [samplePlugin],
    traces: { ...collector.plan, ...(url === undefined ? {} : { url }) },
    logLevel: 'info',
    logTo: { write: (line) => void log.push(line) },
  });
  const admin = await server.signIn();
  let serial = 0;
  async function call(times: number): Promise<void> {
    for (let done = 0; done < times; done++) {
      expect((await admin.post('sample/notes', { text: `note ${++serial}` })).status).toBe(201);
    }
  }
  return { server, collector, log, call };
}

const saying = (log: readonly string[], text: string) => log.filter((line) => line.includes(text));
const lost = 'the collector of traces is unavailable';
const again = 'the collector of traces is available again';

test('an absent collector fails no call, and writes one log line', async () => {
  const { server, log, call } = await start({ url: 'http://127.0.0.1:1/v1/traces' });
  await call(10);
  await vi.waitFor(() => expect(saying(log, lost)).toHaveLength(1), 5000);
  await call(10);
  await server.close();
  expect(saying(log, lost)).toHaveLength(1);
  expect(saying(log, 'the shutdown took too long')).toEqual([]);
});

test('a collector that never responds delays neither calls nor the shutdown', async () => {
  const { server, collector, log, call } = await start({ timeout: '60000' });
  collector.behavior = 'never responds';
  await call(20);
  await vi.waitFor(() => expect(collector.texts.length).toBeGreaterThan(0));
  await call(20);
  await server.close();
  expect(saying(log, 'the shutdown took too long')).toEqual([]);
});

test('reports when the collector accepts traces again', async () => {
  const { server, collector, log, call } = await start();
  collector.behavior = 'refuses';
  await call(1);
  await vi.waitFor(() => expect(saying(log, lost)).toHaveLength(1), 5000);
  collector.behavior = 'takes';
  await call(1);
  await vi.waitFor(() => expect(saying(log, again)).toHaveLength(1), 5000);
  await server.close();
  expect(collector.spans.length).toBeGreaterThan(0);
});

test('sends the last spans at the shutdown', async () => {
  const { server, collector, call } = await start();
  await call(1);
  await server.close();
  expect(collector.spans.map(({ name }) => name)).toContain('POST /api/uz/sample/notes');
});
