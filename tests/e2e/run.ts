import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { lengthVariable } from '../support/test-length.ts';
import { ensureBrowser } from './browser.ts';

const given = process.argv.slice(2);
const isVisual = given.includes('--visual');
const isWhole = given.includes('--whole');
const options = given.filter((option) => option !== '--visual' && option !== '--whole');
const namesFiles = options.some((option) => !option.startsWith('-'));
const playwrightArguments = isVisual && !namesFiles ? [...screenTests(), ...options] : options;

// Installs a missing browser once, before the workers look for it.
ensureBrowser();

/**
 * Browser tests: `npm run e2e`, with Playwright's own options after `--`, such as `--grep colleague`; `npm
 * run visual` checks every variant of every page, or of those in the named files; `--whole` runs at full length.
 */
const child = spawn(
  'playwright',
  ['test', '--config', 'tests/e2e/playwright.config.ts', ...playwrightArguments],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(isVisual && { KOMAK_VISUAL: '1' }),
      ...(isWhole && { [lengthVariable]: 'whole' }),
    },
  },
);
// When interrupted, Playwright closes its browsers and the tests' servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGINT'));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

/** The files that check screens. */
function screenTests(): readonly string[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
  const checksScreens = /\b(testScreens|testMoreScreens|checkScreen)\(/;
  return files.filter((name) => checksScreens.test(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')));
}
