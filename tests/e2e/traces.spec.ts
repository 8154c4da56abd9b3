import type { Page } from '@playwright/test';
import {
  startTraceCollector,
  type CollectedSpan,
  type TraceCollector,
} from '#kernel/testing/trace-collector.ts';
import { Api } from './support/api.ts';
import { cardOf } from './support/applications.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

let collector: TraceCollector;
let server: Server;

test.beforeAll(async () => {
  collector = await startTraceCollector();
  server = await startProduct(deploymentWith(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
});
test.afterAll(async () => {
  await server.close();
  await collector.close();
});

const isTraceCode = (url: string) => url.includes('trace-clicks');
const acceptOf = (page: Page) => page.getByRole('button', { name: t('applications:detail.accept') });

/** The spans of the trace of a click, once they are all there. */
async function traceOf(click: (span: CollectedSpan) => boolean, last: string): Promise<CollectedSpan[]> {
  let found: CollectedSpan[] = [];
  await expect
    .poll(() => {
      const { traceId } = collector.spans.find(click) ?? {};
      found = collector.spans.filter((span) => span.traceId === traceId);
      return found.map(({ name }) => name);
    })
    .toContain(last);
  return found;
}

const only = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const [span, ...others] = spans.filter((one) => one.name === name);
  expect(
    others.map(({ spanId }) => spanId),
    name,
  ).toEqual([]);
  if (!span) throw new Error(`no span ${name} among ${spans.map((one) => one.name).join()}`);
  return span;
};

test('a click is one trace, from the browser over the call to the SQL and the delivery', async ({ open }) => {
  const api = new Api(server.url);
  const { id } = await api.sendApplication({ last_name: 'Kanarijeva', first_name: 'Oydin' });
  const code = Promise.withResolvers<void>();
  const page = await open(server.url, 'operator', { path: 'about:blank' }, api);
  page.on('response', (response) => isTraceCode(response.url()) && code.resolve());
  await page.goto('/applications/list');
  await cardOf(page, id).waitFor();
  await code.promise;

  await cardOf(page, id).getByRole('link').first().click();
  await acceptOf(page).waitFor();
  const reading = await traceOf(
    ({ name, attributes }) => name === 'click link' && attributes['komak.page'] === 'applications.list',
    'GET /api/uz/applications/:id',
  );
  const link = only(reading, 'click link');
  expect(link.parentSpanId).toBe('');
  const read = only(reading, 'GET /api/uz/applications/:id');
  expect(reading.filter(({ spanId }) => spanId === read.parentSpanId)).toMatchObject([
    { name: 'GET', parentSpanId: link.spanId },
  ]);
  expect(collector.childrenOf(read).map(({ name }) => name)).toContain('select applications');

  await acceptOf(page).click();
  const changing = await traceOf(
    ({ name, attributes }) => name === 'click button' && attributes['komak.page'] !== 'applications.list',
    'POST /api/uz/applications/:id/actions/statuses',
  );
  const click = only(changing, 'click button');
  const call = only(changing, 'POST');
  const change = only(changing, 'POST /api/uz/applications/:id/actions/statuses');
  expect([click.parentSpanId, call.parentSpanId, change.parentSpanId]).toEqual([
    '',
    click.spanId,
    call.spanId,
  ]);
  expect(call.attributes['http.response.status_code']).toBe(change.attributes['http.response.status_code']);
  const below = collector.childrenOf(change).map(({ name }) => name);
  expect(below).toEqual(expect.arrayContaining(['begin', 'update applications', 'commit']));
  expect(below.some((name) => name.startsWith('deliver application_'))).toBe(true);
  // The browser sends only durations, and both clocks are this machine's.
  const second = 1_000_000_000n;
  expect(click.startTimeUnixNano).toBeLessThan(change.startTimeUnixNano + second);
  expect(click.endTimeUnixNano).toBeGreaterThan(change.endTimeUnixNano - second);

  const text = collector.texts.join('\n');
  for (const value of ['Kanarijeva', 'Oydin', `applications/${id}`]) expect(text).not.toContain(value);
});

test('where no traces are announced, no call carries a trace and no code for it is loaded', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: 'about:blank' });
  const traced: string[] = [];
  const calls: string[] = [];
  page.on('request', (request) => {
    calls.push(request.url());
    const names = Object.keys(request.headers());
    if (names.includes('traceparent') || names.includes('tracestate')) traced.push(request.url());
  });
  await page.goto('/applications/list');
  await cardOf(page, id).getByRole('link').first().click();
  await acceptOf(page).click();
  await expect(acceptOf(page)).toBeHidden();
  // Its code would be loaded after the first page is shown.
  await expect.poll(() => calls.some((url) => url.includes('refresh-plugins'))).toBe(true);
  expect(calls.some((url) => url.endsWith('/actions/statuses'))).toBe(true);
  expect([...traced, ...calls.filter(isTraceCode)]).toEqual([]);
});
