import { startTestPostgres } from './postgres.ts';

/** Vitest's global setup: one PostgreSQL for the whole run, in which every test file clones its databases. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  process.env['KOMAK_TEST_POSTGRES'] = postgres.url;
  return () => postgres.stop();
}
