import { defineConfig, type TestUserConfig } from 'vitest/config';
import { isShortRun, longUnitTests } from './tests/support/short-run.ts';
import { isFullLength } from './tests/support/test-length.ts';

/** Tests that mock a module or a browser API, which would affect other files. */
const apart = [
  'kernel/identity/server/session/sign-in.test.ts',
  'kernel/testing/plugin/{own-plugins.test.ts,test-plugin.test.tsx}',
  '{kernel/client,plugins/*/client,widgets}/**/{recent-store,live,first-render}.test.{ts,tsx}',
];

const common: TestUserConfig = {
  setupFiles: ['kernel/testing/wait-timeout.ts'],
  globalSetup: ['kernel/testing/global-setup.ts'],
  pool: 'forks',
  // Generous limits, which end only tests that hang: a busy machine may be slow.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
  server: { deps: { inline: ['apollo-link-rest'] } },
};

const elsewhere = [
  '**/node_modules/**',
  'tests/e2e/**',
  'tests/external/example/**',
  // Requires a package of the operating system.
  ...(isFullLength ? [] : ['tests/faults/pgbouncer.test.ts']),
  ...(isShortRun ? longUnitTests : []),
];

/** Unit, contract and architecture tests; the browser tests are in `tests/e2e`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['{kernel,plugins,widgets,tests}/**/*.test.{ts,tsx}'],
          exclude: [...elsewhere, ...apart],
          // With a process per file, loading the same modules would take longer than most tests.
          isolate: false,
        },
      },
      { test: { ...common, name: 'apart', include: apart, exclude: elsewhere } },
    ],
  },
});
