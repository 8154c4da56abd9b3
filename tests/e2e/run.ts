import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { ensureBrowser } from './browser.ts';

const given = process.argv.slice(2);
const atAll = given.includes('--looks');
const options = given.filter((one) => one !== '--looks');
const wanted = atAll && options.every((one) => one.startsWith('-')) ? [...whatLooks(), ...options] : options;

// What is missing is installed once, before the workers look for it.
ensureBrowser();

/**
 * Browser tests: `npm run e2e`, with Playwright's own options after `--`, such as `--grep desk`; `npm run looks` looks at
 * every screen at all its faces, or at those of the files that are named.
 */
const child = spawn('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', ...wanted], {
  stdio: 'inherit',
  env: { ...process.env, ...(atAll && { KOMAK_LOOKS: '1' }) },
});
// Interrupted, Playwright closes its browsers and the servers of the tests.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGINT'));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

/** The files that look at screens. */
function whatLooks(): readonly string[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
  const looks = /\b(testLooks|testMoreLooks|lookHere)\(/;
  return files.filter((name) => looks.test(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')));
}
