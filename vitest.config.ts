import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const databases = 'kernel/testing/global-setup.ts';

/** Unit, contract and architecture tests; those of the browser's screens are in `tests/e2e`. */
export default defineConfig({
  test: {
    include: ['{kernel,plugins,widgets,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    globalSetup: existsSync(databases) ? [databases] : [],
    setupFiles: ['kernel/testing/patience.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Limits for what never ends: on a busy machine everything else may take its time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
    allowOnly: false,
    server: { deps: { inline: ['apollo-link-rest'] } },
  },
});
