import { timingSafeEqual, createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import type { ServerServices } from '../../services/server-services.ts';

/** One figure, or one for each value of a label. */
interface Figure {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly values: readonly (readonly [labels: string, value: number])[];
}

const kinds = ['read', 'change', 'sheet'] as const;

/** Mounts `/metrics` in the form of Prometheus, for whoever shows the token (`Authorization: Bearer …`). */
export function mountMetrics(server: FastifyInstance, services: ServerServices, token: string): void {
  const answers = new Map<string, number>();
  let seconds = 0;
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  server.addHook('onResponse', async (_request, reply) => {
    const kind = `${Math.floor(reply.statusCode / 100)}xx`;
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
    seconds += reply.elapsedTime / 1000;
  });
  server.addHook('onClose', async () => void lag.disable());

  server.get('/metrics', (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw fail('not_found');
    const text = figuresOf(services)
      .concat([
        {
          name: 'komak_http_answers_total',
          type: 'counter',
          help: 'Answers by the kind of their status',
          values: [...answers].map(([kind, count]) => [`{status="${kind}"}`, count] as const),
        },
        one('komak_http_seconds_total', 'counter', 'Time that answers took, all together', seconds),
        one(
          'komak_event_loop_lag_seconds',
          'gauge',
          'How late timers come, 99th percentile since the last reading',
          lag.percentile(99) / 1e9,
        ),
      ])
      .map(written)
      .join('');
    lag.reset();
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(text);
  });
}

function figuresOf({ pool, sessions, realtime, plugins, loadShedding }: ServerServices): Figure[] {
  const { user, system } = process.cpuUsage();
  const { sockets, nodes } = realtime.counts;
  return [
    one('process_resident_memory_bytes', 'gauge', 'Memory of the process', process.memoryUsage.rss()),
    one('process_cpu_seconds_total', 'counter', 'Processor time of the process', (user + system) / 1e6),
    one('process_uptime_seconds', 'gauge', 'Time since the start', process.uptime()),
    {
      name: 'komak_database_connections',
      type: 'gauge',
      help: 'Connections of the pool, and who waits for one',
      values: [
        ['{state="busy"}', pool.totalCount - pool.idleCount],
        ['{state="idle"}', pool.idleCount],
        ['{state="awaited"}', pool.waitingCount],
      ],
    },
    {
      name: 'komak_calls',
      type: 'gauge',
      help: 'Calls that are worked on, and those that wait for a place',
      values: kinds.flatMap((kind) => [
        [`{kind="${kind}",state="working"}`, loadShedding[kind].running] as const,
        [`{kind="${kind}",state="waiting"}`, loadShedding[kind].queued] as const,
      ]),
    },
    {
      name: 'komak_calls_refused_total',
      type: 'counter',
      help: 'Calls that were told to come again, since there was no place in time',
      values: kinds.map((kind) => [`{kind="${kind}"}`, loadShedding[kind].rejected] as const),
    },
    one('komak_hearing', 'gauge', '1 while this node hears the others', sessions.current ? 1 : 0),
    one('komak_nodes', 'gauge', 'Nodes that are alive, this one included', nodes),
    one('komak_sockets', 'gauge', 'Open sockets of this node', sockets),
    one(
      'komak_plugins_set_aside',
      'gauge',
      'Plugins that did not start on this node',
      Object.keys(plugins.problems).length,
    ),
  ];
}

function one(name: string, type: Figure['type'], help: string, value: number): Figure {
  return { name, type, help, values: [['', value]] };
}

function written({ name, type, help, values }: Figure): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
