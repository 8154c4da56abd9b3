import { Client, type ClientConfig, type Pool } from 'pg';

const addresses = new WeakMap<Pool, ClientConfig>();

/** Notes where the database of a pool is reached without the pooler that may stand before it. */
export function noteDirectAddress(pool: Pool, address: ClientConfig): void {
  addresses.set(pool, address);
}

/**
 * A connection of its own to the database of a pool, not yet made: for what lives as long as a connection does, such as
 * listening and locks across transactions, which a pooler that hands connections round would break.
 */
export function connectDirectly(pool: Pool): Client {
  // Named one by one: the password is not among those that are copied.
  return new Client({
    ...pool.options,
    password: pool.options.password,
    ...addresses.get(pool),
  });
}
