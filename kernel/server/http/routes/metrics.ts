import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as Prometheus from 'prom-client';
import type { Counter, Gauge, Registry } from 'prom-client';
import type { Logger } from 'pino';
import { fail } from '#kernel/contract/index.ts';
import { isSameSecret } from '../../installation/signing.ts';
import { clientClosedStatus } from '../responses/client-closed-request.ts';
import type { StatementObserver } from '../../database/pool/statements.ts';
import { replicaOutcomes } from '../../database/replica/replica.ts';
import type { ServerServices } from '../../services/server-services.ts';

/** Seconds after which a statement is named in the log as slow. */
const slowStatement = 1;

/**
 * Not `job`: Prometheus sets a label of that name on all samples, and would rename ours
 * (https://prometheus.io/docs/concepts/jobs_instances/).
 */
const jobLabel = 'job_name';

/** The load shedders by label. Dashboards rely on the label `sheet` of uploads. */
const sheddersByKind = [
  ['read', 'read'],
  ['change', 'change'],
  ['sheet', 'upload'],
] as const;

/** The metrics of a node, which begin with those of the database: its connections exist before the services. */
export interface Metrics {
  readonly token: string;
  readonly library: typeof Prometheus;
  readonly registry: Registry;
  readonly observeStatement: StatementObserver;
}

/** Creates the metrics that a token gives access to. */
export async function createMetrics(token: string, log: Logger): Promise<Metrics> {
  // Loaded on demand: a server without a token saves 10 MiB.
  const library = await import('prom-client');
  const registry = new library.Registry();
  const durations = new library.Histogram({
    name: 'komak_database_statement_duration_seconds',
    help: 'Duration of SQL statements, by verb and first table',
    labelNames: ['statement'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  return {
    token,
    library,
    registry,
    observeStatement(statement, seconds) {
      durations.observe({ statement }, seconds);
      // The text may contain search texts.
      if (seconds > slowStatement) {
        log.warn({ statement, milliseconds: Math.round(seconds * 1000) }, 'a slow statement');
      }
    },
  };
}

/** Mounts `/metrics` for Prometheus; requires the token (`Authorization: Bearer …`). */
export function mountMetrics(
  server: FastifyInstance,
  services: ServerServices,
  {
    metrics: { token, library, registry },
    requestsByMessage,
  }: {
    metrics: Metrics;
    /** Requests that another server has taken over, with their routes. */
    requestsByMessage: WeakMap<IncomingMessage, FastifyRequest>;
  },
): void {
  const { collectDefaultMetrics, Counter, Gauge, Histogram } = library;
  collectDefaultMetrics({ register: registry });
  countRequests(server, requestsByMessage, { Counter, Histogram, registers: [registry] });
  for (const counter of countersOf(services)) {
    registry.registerMetric(new Counter({ ...counter, registers: [] }));
  }
  for (const gauge of [...gaugesOf(services), ...gaugesOfBackups(services)])
    registry.registerMetric(new Gauge({ ...gauge, registers: [] }));

  server.get('/metrics', async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) throw fail('not_found');
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

/** Counts and times responses by plugin, route, method and status. */
function countRequests(
  server: FastifyInstance,
  requestsByMessage: WeakMap<IncomingMessage, FastifyRequest>,
  {
    Counter,
    Histogram,
    registers,
  }: Pick<typeof Prometheus, 'Counter' | 'Histogram'> & { registers: Registry[] },
): void {
  const labelNames = ['plugin', 'route', 'method', 'status'] as const;
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses sent; status 499: the client disconnected before its response',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response',
    labelNames,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const counted = new WeakSet<IncomingMessage>();
  function count(request: FastifyRequest, reply: FastifyReply, status: number): void {
    if (counted.has(request.raw)) return;
    counted.add(request.raw);
    const { routeOptions } = requestsByMessage.get(request.raw) ?? request;
    const labels = {
      plugin: routeOptions.config.plugin ?? 'kernel',
      route: routeOptions.url ?? 'unmatched',
      method: request.method,
      status,
    };
    requests.inc(labels);
    durations.observe(labels, reply.elapsedTime / 1000);
  }
  server.addHook('onRequest', (request, reply, done) => {
    // Fastify has no hook for a response whose client did not wait for it.
    reply.raw.once('close', () => {
      const { headersSent, statusCode } = reply.raw;
      count(request, reply, headersSent ? statusCode : clientClosedStatus);
    });
    done();
  });
  server.addHook('onResponse', async (request, reply) => count(request, reply, reply.statusCode));
}

interface CounterDeclaration {
  readonly name: string;
  readonly help: string;
  readonly labelNames: string[];
  collect(this: Counter): void;
}

function countersOf({ loadShedding, jobs, replica }: ServerServices): CounterDeclaration[] {
  return [
    {
      name: 'komak_calls_rejected_total',
      help: 'Calls rejected because no slot became free in time',
      labelNames: ['kind'],
      collect() {
        this.reset();
        for (const [kind, name] of sheddersByKind) this.inc({ kind }, loadShedding[name].rejected);
      },
    },
    {
      name: 'komak_replica_reads_total',
      help: 'Reads that may use the replica: from the replica, or from the primary because the replica was behind, failed, or failed less than 5 s ago (resting)',
      labelNames: ['outcome'],
      collect() {
        this.reset();
        for (const outcome of replicaOutcomes) this.inc({ outcome }, replica?.counts[outcome] ?? 0);
      },
    },
    {
      name: 'komak_job_runs_total',
      help: 'Runs of periodic jobs on this node',
      labelNames: [jobLabel, 'outcome'],
      collect() {
        this.reset();
        for (const [job, { succeeded, failed }] of jobs.runs) {
          this.inc({ [jobLabel]: job, outcome: 'succeeded' }, succeeded);
          this.inc({ [jobLabel]: job, outcome: 'failed' }, failed);
        }
      },
    },
    {
      name: 'komak_job_seconds_total',
      help: 'Duration of all runs of periodic jobs on this node',
      labelNames: [jobLabel],
      collect() {
        this.reset();
        for (const [job, { seconds }] of jobs.runs) this.inc({ [jobLabel]: job }, seconds);
      },
    },
  ];
}

interface GaugeDeclaration {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: string[];
  collect(this: Gauge): void | Promise<void>;
}

/** Backup gauges from the database; every node reports the same. */
function gaugesOfBackups({ readBackupStates, log }: ServerServices): GaugeDeclaration[] {
  if (!readBackupStates) return [];
  // Without the database only these metrics are omitted.
  const read = () =>
    readBackupStates().catch((error: unknown) => {
      log.debug({ err: error }, 'the state of backups could not be read');
      return [];
    });
  return [
    {
      name: 'komak_backup_last_success_timestamp_seconds',
      help: 'Time of the last successful backup, and start of the last successful restore drill; 0 before the first',
      labelNames: ['kind'],
      async collect() {
        this.reset();
        for (const { kind, lastSuccess } of await read()) this.set({ kind }, lastSuccess);
      },
    },
    {
      name: 'komak_backup_failing',
      help: '1 if the last backup or restore drill failed',
      labelNames: ['kind'],
      async collect() {
        this.reset();
        for (const { kind, failing } of await read()) this.set({ kind }, Number(failing));
      },
    },
  ];
}

function gaugesOf(services: ServerServices): GaugeDeclaration[] {
  const { pool, sessions, loadShedding, jobs } = services;
  return [
    {
      name: 'komak_database_connections',
      help: 'Connections of the pool (busy, idle), and callers waiting for one',
      labelNames: ['state'],
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    },
    {
      name: 'komak_calls',
      help: 'Running calls, and calls waiting for a slot',
      labelNames: ['kind', 'state'],
      collect() {
        for (const [kind, name] of sheddersByKind) {
          this.set({ kind, state: 'running' }, loadShedding[name].running);
          this.set({ kind, state: 'queued' }, loadShedding[name].queued);
        }
      },
    },
    {
      name: 'komak_job_last_success_timestamp_seconds',
      help: 'Time at which a periodic job last ended without an error on this node',
      labelNames: [jobLabel],
      collect() {
        const ended = [...jobs.runs].filter(([, { lastSuccess }]) => lastSuccess > 0);
        for (const [job, { lastSuccess }] of ended) this.set({ [jobLabel]: job }, lastSuccess);
      },
    },
    simpleGauge(
      'komak_notifications_connected',
      '1 while this node receives the notifications of the other nodes',
      () => Number(sessions.current),
    ),
    simpleGauge('komak_nodes', 'Live nodes, including this one', () => services.realtime.counts.nodes),
    simpleGauge('komak_sockets', 'Open sockets of this node', () => services.realtime.counts.sockets),
    simpleGauge(
      'komak_plugins_quarantined',
      'Plugins that failed to start on this node',
      () => Object.keys(services.plugins.problems).length,
    ),
  ];
}

function simpleGauge(name: string, help: string, read: () => number): GaugeDeclaration {
  return {
    name,
    help,
    collect() {
      this.set(read());
    },
  };
}
