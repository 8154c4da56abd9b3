import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const databases = 'kernel/testing/global-setup.ts';

/** Unit, contract and architecture tests; those of the browser's screens are in `tests/e2e`. */
export default defineConfig({
  test: {
    include: ['{kernel,plugins,widgets,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    globalSetup: existsSync(databases) ? [databases] : [],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    allowOnly: false,
    server: { deps: { inline: ['apollo-link-rest'] } },
  },
});
