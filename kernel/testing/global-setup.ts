import { startTestPostgres } from './postgres.ts';

/** Vitest's global setup: one PostgreSQL for all projects of a run, in which test files clone their databases. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env['KOMAK_TEST_POSTGRES']) return async () => {};
  const postgres = await startTestPostgres();
  process.env['KOMAK_TEST_POSTGRES'] = postgres.url;
  return async () => {
    // In watch mode the same process may set up again.
    delete process.env['KOMAK_TEST_POSTGRES'];
    await postgres.stop();
  };
}
