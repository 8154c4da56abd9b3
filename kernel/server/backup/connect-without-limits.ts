import pg from 'pg';

/** A connection beside the pool, without its time limits: a dump takes as long as it takes. */
export async function connectWithoutLimits(pool: pg.Pool): Promise<pg.Client> {
  const options: pg.ClientConfig & { pipeline: false } = {
    ...pool.options,
    password: pool.options.password,
    application_name: 'komak-backup',
    // A machine that is busy at the moment is no reason to have no backup.
    connectionTimeoutMillis: 60_000,
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    // A copy streams, and waits for nobody's next statement.
    pipeline: false,
  };
  const client = new pg.Client(options);
  // It fails where it is used; unheard, it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
