import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { startServer } from '#kernel/app/server/boot/start-server.ts';
import { processorTime } from './processor-time.ts';

/** The addresses of the server and its database. */
export interface ServerAddress {
  readonly url: string;
  readonly database: { host: string; user: string; password: string; database: string };
}

/** Runs the real server in this process, on its own PostgreSQL in the given folder. */
const root = resolve(import.meta.dirname, '../../..');
const { data, pages } = JSON.parse(process.argv[2] ?? '') as { data: string; pages: boolean };
const server = await startServer({
  deployment: await readDeployment(resolve(root, 'deployment.json')),
  data,
  port: 0,
  host: '127.0.0.1',
  logLevel: 'info',
  dist: pages ? resolve(root, 'dist') : null,
});

const { host, user, password, database } = server.services.pool.options as ServerAddress['database'];
process.send?.({ url: server.url, database: { host, user, password, database } } satisfies ServerAddress);

/** Resident bytes of the server's own child processes; those of PostgreSQL are excluded. */
function memoryOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim();
  return children
    .split(' ')
    .filter((child) => child !== '' && readOf(child, 'cmdline').startsWith(process.execPath))
    .reduce((sum, child) => sum + 1024 * Number(/VmRSS:\s+(\d+)/.exec(readOf(child, 'status'))?.[1] ?? 0), 0);
}

/** What the system reports about a process; nothing for one that has ended. */
function readOf(child: string, name: string): string {
  try {
    return readFileSync(`/proc/${child}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

process.on('message', (message: { memory?: true; processor?: true; session?: number }) => {
  if (message.memory) process.send?.({ memory: process.memoryUsage().rss + memoryOfChildren() });
  if (message.processor) process.send?.({ processor: processorTime() });
  if (message.session !== undefined) {
    void server.services.sessions
      .open(message.session, { address: '127.0.0.1', userAgent: 'bench' })
      .then(({ token }) => process.send?.({ token }));
  }
});
process.on('disconnect', () => void server.close().then(() => process.exit(0)));
