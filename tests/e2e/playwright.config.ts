import { defineConfig } from '@playwright/test';
import { ensureBrowser } from './browser.ts';

const { whole, shell } = ensureBrowser();

// There is no graphics card: pages are put together by the processor itself, which is quicker at it than a card that is
// imitated. Maps alone get an imitated one, for WebGL.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--enable-unsafe-swiftshader'];

/** Stories in which the browser tells of things outside of its pages, which the shell of Chromium cannot. */
const outside = '**/notifications.spec.ts';

/** Browser tests: a real Chromium, a real server, a real PostgreSQL with demo data; one server a worker. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  workers: 2,
  // Test by test to whichever worker is free, so that both end together.
  fullyParallel: true,
  forbidOnly: true,
  // Named at the end of `npm test`, which lets two of them pass (`tests/count.ts`).
  retries: 1,
  // Limits for what never ends: on a busy machine everything else may take its time.
  timeout: process.env['KOMAK_LOOKS'] === '1' ? 600_000 : 180_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    viewport: { width: 1440, height: 900 },
    locale: 'uz-UZ',
    timezoneId: 'Asia/Tashkent',
    colorScheme: 'light',
    // Nothing waits for what slides in and fades out.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    { name: 'pages', testIgnore: outside, use: { launchOptions: { executablePath: shell, args } } },
    { name: 'windows', testMatch: outside, use: { launchOptions: { executablePath: whole, args } } },
  ],
});
