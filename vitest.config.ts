import { existsSync } from 'node:fs';
import { defineConfig, type TestUserConfig } from 'vitest/config';

const databases = 'kernel/testing/global-setup.ts';

/**
 * What only reckons: no server, no database, nothing of the process that another file could find changed. Those that are
 * named put something in the place of what the browser has.
 */
const reckoning =
  '{kernel/contract,kernel/client,plugins/*/client,widgets}/**/!(recent-store|live).test.{ts,tsx}';

const common: TestUserConfig = {
  setupFiles: ['kernel/testing/patience.ts'],
  pool: 'forks',
  // Limits for what never ends: on a busy machine everything else may take its time.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000, interval: 20 } },
  server: { deps: { inline: ['apollo-link-rest'] } },
};

const elsewhere = ['**/node_modules/**', 'tests/e2e/**'];

/** Unit, contract and architecture tests; those of the browser's screens are in `tests/e2e`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    projects: [
      {
        test: {
          ...common,
          name: 'alone',
          include: ['{kernel,plugins,widgets,tests}/**/*.test.{ts,tsx}'],
          exclude: [...elsewhere, reckoning],
          globalSetup: existsSync(databases) ? [databases] : [],
        },
      },
      {
        test: {
          ...common,
          name: 'together',
          include: [reckoning],
          exclude: elsewhere,
          // A process for each of a hundred small files would take longer than they do.
          isolate: false,
        },
      },
    ],
  },
});
