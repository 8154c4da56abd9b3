import { defineConfig } from '@playwright/test';
import { isShortRun, longBrowserTests, shortBrowserTests } from '../support/short-run.ts';
import { ensureBrowser } from './browser.ts';

const { whole, shell } = ensureBrowser();

// Without a GPU, compositing on the CPU is faster than with an emulated GPU; only maps get one, for WebGL.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--enable-unsafe-swiftshader'];

/** Tests of desktop notifications and of the PDF viewer, which Chromium's headless shell lacks. */
const needsFullBrowser = ['notifications', 'letters', 'letters-tools'].map((name) => `**/${name}.spec.ts`);

const fullBrowser = {
  name: 'windows',
  testMatch: needsFullBrowser,
  use: { launchOptions: { executablePath: whole, args } },
};

/** Browser tests: a real Chromium, a real server, a real PostgreSQL with demo data; one server per worker. */
export default defineConfig({
  testDir: '.',
  testMatch: isShortRun ? shortBrowserTests.map((names) => `**/${names}`) : '*.spec.ts',
  ...(isShortRun && { grepInvert: longBrowserTests.map((title) => new RegExp(`(^|\\s)${title}`)) }),
  globalSetup: './global-setup.config.ts',
  outputDir: '../../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  workers: 2,
  // Distributes single tests, so that both workers end together.
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` lists retried tests and accepts two of them (`tests/count.ts`).
  retries: 1,
  // Timeouts end hanging tests; a busy machine may take longer than expected.
  timeout: process.env['KOMAK_VISUAL'] === '1' ? 600_000 : 360_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'uz-UZ',
    timezoneId: 'Asia/Tashkent',
    colorScheme: 'light',
    // Skips transitions.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    { name: 'pages', testIgnore: needsFullBrowser, use: { launchOptions: { executablePath: shell, args } } },
    ...(isShortRun ? [] : [fullBrowser]),
  ],
});
