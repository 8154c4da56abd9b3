import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { parse } from 'yaml';
import { z } from 'zod';
import { anyone } from '#kernel/contract/index.ts';
import { route } from '#kernel/server/api/index.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { switchablePlugin } from '#kernel/testing/switchable-plugin.ts';

const metricsToken = 'a token of this test';
const folder = resolve(import.meta.dirname, '../../../monitoring');
let server: TestServer;
const log: string[] = [];
/** The server's metrics, each with the labels of its samples. */
let shown: Map<string, Record<string, string>[]>;
/** Labels that Prometheus sets on all samples; it renames a metric's own labels of these names. */
const targetLabels = ['instance', 'job'];
let text: string;

const failing = pluginWith('failing', {
  routes: [
    route({
      method: 'POST',
      path: 'failing',
      summary: 'Fails',
      access: anyone,
      response: z.object({}),
      handle: () => Promise.reject(new Error('on purpose')),
    }),
  ],
  start: (context) => context.every('beat', 20, () => Promise.reject(new Error('on purpose'))),
});

beforeAll(async () => {
  const backups = {
    target: { folder: '/nowhere' },
    at: '02:00',
    keep: { days: 7, weeks: 4, months: 12 },
    drillDays: 7,
    drillUrl: null,
    key: null,
  };
  server = await testServer({
    plugins: [switchablePlugin(), failing],
    metricsToken,
    backups,
    logLevel: 'warn',
    logTo: { write: (line) => void log.push(line) },
  });
  await sql`
    insert into backup_runs (kind, started_at, ended_at, succeeded)
    values ('backup', '2026-11-27T02:00+05:00', now(), true), ('drill', now(), now(), false)`.execute(
    server.database,
  );
  expect((await fetch(`${server.url}/api/uz/speaking`)).status).toBe(200);
  expect((await fetch(`${server.url}/api/uz/failing`, { method: 'POST' })).status).toBe(500);
  await vi.waitFor(async () => {
    text = await (
      await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    ).text();
    expect(valueOf('komak_job_runs_total{job_name="speaking.beat",outcome="succeeded"}')).toBeGreaterThan(0);
    expect(valueOf('komak_job_runs_total{job_name="failing.beat",outcome="failed"}')).toBeGreaterThan(0);
  });
  shown = new Map();
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value] as const);
    shown.set(name, [...(shown.get(name) ?? []), Object.fromEntries(pairs)]);
  }
});
afterAll(() => server?.close());

const valueOf = (sample: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? NaN : Number(line.slice(sample.length + 1));
};

test('counts calls by plugin, jobs by outcome and statements by name', () => {
  const call = '{plugin="speaking",route="/api/uz/speaking",method="GET",status="200"}';
  expect(valueOf(`http_requests_total${call}`)).toBe(1);
  expect(valueOf(`http_request_duration_seconds_count${call}`)).toBe(1);
  expect(valueOf('komak_job_runs_total{job_name="failing.beat",outcome="succeeded"}')).toBe(0);
  expect(valueOf('komak_job_last_success_timestamp_seconds{job_name="speaking.beat"}')).toBeCloseTo(
    Date.now() / 1000,
    -3,
  );
  expect(shown.get('komak_job_last_success_timestamp_seconds')).toBeDefined();
  expect(text).not.toContain('komak_job_last_success_timestamp_seconds{job_name="failing.beat"}');
  const statements = [...text.matchAll(/statement_duration_seconds_count\{statement="([^"]+)"\} (\d+)/g)];
  expect(statements.length).toBeGreaterThan(0);
  for (const [, name] of statements) expect(name).toMatch(/^[a-z]+( [a-z_.]+)?$/);
});

test('a slow statement is in the log by its name alone, also one that bypasses the builder', async () => {
  await sql`select pg_sleep(1.05), ${'Kanarijeva'}::text from pg_am limit 1`.execute(server.database);
  await server.services.pool.query('select pg_sleep(1.05) from pg_class limit 1');
  const slow = log.filter((line) => line.includes('a slow statement'));
  expect(slow.map((line) => z.object({ statement: z.string() }).parse(JSON.parse(line)).statement)).toEqual([
    'select pg_am',
    'select pg_class',
  ]);
  expect(slow.join('')).not.toContain('Kanarijeva');
});

test('reports the time of the last good backup, and that the last drill failed', () => {
  const lastSuccess = (kind: string) =>
    valueOf(`komak_backup_last_success_timestamp_seconds{kind="${kind}"}`);
  expect(lastSuccess('backup')).toBe(Date.parse('2026-11-27T02:00+05:00') / 1000);
  expect(lastSuccess('drill')).toBe(0);
  expect(valueOf('komak_backup_failing{kind="backup"}')).toBe(0);
  expect(valueOf('komak_backup_failing{kind="drill"}')).toBe(1);
});

test('no metric has a label that Prometheus reserves', () => {
  for (const [name, samples] of shown)
    for (const label of targetLabels)
      expect(
        samples.flatMap((sample) => Object.keys(sample)),
        name,
      ).not.toContain(label);
});

/** One `name{label="value"}` of a query. */
interface Selector {
  readonly text: string;
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** The selectors in a query. */
function selectorsOf(query: string): Selector[] {
  const found: Selector[] = [];
  parser.parse(query).iterate({
    enter({ node, name, from, to }) {
      const metric = name === 'VectorSelector' ? node.getChild('Identifier') : null;
      if (!metric) return;
      const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
        (one) => {
          const part = (kind: string) => query.slice(one.getChild(kind)?.from, one.getChild(kind)?.to);
          return {
            label: part('LabelName'),
            operator: part('MatchOp'),
            value: part('StringLiteral').slice(1, -1),
          };
        },
      );
      found.push({ text: query.slice(from, to), name: query.slice(metric.from, metric.to), matchers });
    },
  });
  return found;
}

function isSelected(sample: Record<string, string>, { matchers }: Selector): boolean {
  return matchers.every(({ label, operator, value }) => {
    const shownValue = sample[label] ?? '';
    const isEqual = operator.includes('~')
      ? new RegExp(`^(?:${value})$`).test(shownValue)
      : shownValue === value;
    return operator.startsWith('!') ? !isEqual : isEqual;
  });
}

/** The metrics in a query, with the labels that the query uses of them or of its result. */
function metricsOf(query: string): { names: string[]; labels: string[]; errors: string[] } {
  const found = { names: [] as string[], labels: [] as string[], errors: [] as string[] };
  parser.parse(query).iterate({
    enter({ name, from, to, type }) {
      const part = query.slice(from, to);
      if (type.isError) found.errors.push(`${from}: ${part}`);
      if (name === 'Identifier' || name === 'MetricIdentifier') found.names.push(part);
      if (name === 'LabelName') found.labels.push(part);
    },
  });
  return { ...found, names: [...new Set(found.names)] };
}

function expectKnown(title: string, query: string, usedLabels: readonly string[]): void {
  const { names, labels, errors } = metricsOf(query);
  expect(errors, title).toEqual([]);
  expect(names, title).not.toEqual([]);
  for (const name of names.filter((one) => one !== 'up')) {
    const samples = shown.get(name) ?? [];
    expect(samples, `${title}: ${name}`).not.toEqual([]);
    const known = [...targetLabels, ...samples.flatMap((sample) => Object.keys(sample))];
    for (const label of [...labels, ...usedLabels]) expect(known, `${title}: ${name}`).toContain(label);
  }
  for (const selector of selectorsOf(query).filter(({ name }) => name !== 'up')) {
    const selected = shown.get(selector.name)?.filter((sample) => isSelected(sample, selector)) ?? [];
    expect(selected, `${title}: ${selector.text} selects nothing`).not.toEqual([]);
  }
}

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Komak\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

test('alert rules use existing metrics and labels, and each is documented', async () => {
  const { groups } = rulesSchema.parse(parse(await readFile(join(folder, 'alerts.yaml'), 'utf8')));
  const rules = groups.flatMap((group) => group.rules);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const page = await readFile(resolve(folder, 'README.md'), 'utf8');
  for (const { alert, expr, annotations } of rules) {
    const used = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label ?? '');
    expectKnown(alert, expr, used);
    expect(page, alert).toContain(`\`${alert}\``);
  }
});

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).optional(),
    }),
  ),
});

test('the dashboard uses existing metrics and labels', async () => {
  const { panels } = dashboardSchema.parse(
    JSON.parse(await readFile(join(folder, 'dashboard.json'), 'utf8')),
  );
  const targets = panels.flatMap(({ title, targets: all = [] }) =>
    all.map((target) => ({ title, ...target })),
  );
  expect(targets.length).toBeGreaterThan(15);
  for (const { title, expr, legendFormat } of targets) {
    const used = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label ?? '');
    expectKnown(title, expr, used);
  }
});
