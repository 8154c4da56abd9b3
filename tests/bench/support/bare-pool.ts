import { createHash } from 'node:crypto';
import pg from 'pg';
import { processorTime } from './processor-time.ts';

/** Runs a statement, prepared once per connection under a name derived from its text. */
export type RunPrepared = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The pool of a bare server, as fast as `pg` allows: 16 pipelined connections, prepared statements. */
export function openBarePool(config: string | undefined): RunPrepared {
  // `pipeline` is not in the types of pg yet.
  const options: pg.PoolConfig & { pipeline: true } = { ...parseConfig(config), max: 16, pipeline: true };
  const pool = new pg.Pool(options);
  pool.on('error', () => {});
  const names = new Map<string, string>();
  return async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 20);
    names.set(text, name);
    return (await pool.query<Row>({ name, text, values })).rows;
  };
}

/** Serves until the benchmark ends, and reports the address to it. */
export async function serveWithBarePool(server: {
  listen(where: { port: number; host: string }): Promise<string>;
}): Promise<void> {
  process.send?.({ url: await server.listen({ port: 0, host: '127.0.0.1' }) });
  process.on('message', (message: { processor?: true }) => {
    if (message.processor) process.send?.({ processor: processorTime() });
  });
  process.on('disconnect', () => process.exit(0));
}

function parseConfig(config = '{}'): pg.PoolConfig {
  return JSON.parse(config) as pg.PoolConfig;
}
