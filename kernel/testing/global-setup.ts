import { startTestPostgres } from './postgres.ts';
import { createRunFolder } from './run-folder.ts';

/**
 * Vitest's global setup: a temporary folder for the run, and one PostgreSQL for all projects, in which test files clone
 * their databases.
 */
export async function setup(): Promise<() => Promise<void>> {
  const removeRunFolder = await createRunFolder();
  if (process.env['KOMAK_TEST_POSTGRES']) return removeRunFolder;
  const postgres = await startTestPostgres();
  process.env['KOMAK_TEST_POSTGRES'] = postgres.url;
  return async () => {
    // In watch mode, the same process may run the setup again.
    delete process.env['KOMAK_TEST_POSTGRES'];
    await postgres.stop();
    await removeRunFolder();
  };
}
