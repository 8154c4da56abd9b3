import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.ts';

/** Browser tests: `npm run e2e`, with Playwright's own options after `--`, such as `--grep desk`. */
const browser = ensureBrowser();
const { status } = spawnSync(
  'playwright',
  ['test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: browser } },
);
process.exitCode = status ?? 1;
