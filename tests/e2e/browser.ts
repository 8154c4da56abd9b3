import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Paths of Chromium; both are the same where only one exists or `CHROMIUM_PATH` is set. */
export interface ChromiumPaths {
  /** The full browser, with windows and notifications. */
  readonly whole: string;
  /** The headless shell: the same engine with a third less load. */
  readonly shell: string;
}

/**
 * Finds Chromium, or installs it: as root from the system's packages with all dependencies, otherwise Playwright's.
 */
export function ensureBrowser(): ChromiumPaths {
  const found = findBrowser();
  if (found) return found;
  for (const install of [installSystems, installPlaywrights]) {
    try {
      install();
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
    }
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error('There is no Chromium here, and none could be installed: name one in CHROMIUM_PATH.');
}

/** The path in `CHROMIUM_PATH`, of an installed browser, or of Playwright's own; null if there is none. */
function findBrowser(): ChromiumPaths | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { whole: named, shell: named };
  const playwrights = chromium.executablePath();
  const whole =
    findInstalled(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ??
    (existsSync(playwrights) ? playwrights : null);
  return whole === null ? null : { whole, shell: findInstalled(['chromium-headless-shell']) ?? whole };
}

function installSystems(): void {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return;
  run('apt-get', ['update']);
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  try {
    run('apt-get', [...install, 'chromium-headless-shell']);
  } catch {
    // Not every system includes it.
    run('apt-get', install);
  }
}

function installPlaywrights(): void {
  run('npx', ['playwright', 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium']);
}

function findInstalled(names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((path) => existsSync(path)) ?? null;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, {
    stdio: 'inherit',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

// Run as a command, it ensures that a browser exists while other steps run.
if (import.meta.main) {
  const { whole, shell } = ensureBrowser();
  process.stdout.write(`${whole}\n${shell}\n`);
}
