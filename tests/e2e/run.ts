import { spawn } from 'node:child_process';
import { ensureBrowser } from './browser.ts';

/** Browser tests: `npm run e2e`, with Playwright's own options after `--`, such as `--grep desk`. */
const child = spawn(
  'playwright',
  ['test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: ensureBrowser() } },
);
// Interrupted, Playwright closes its browsers and the servers of the tests.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGINT'));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
