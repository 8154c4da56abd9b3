import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium of this machine; both are the same where there is only one, or `CHROMIUM_PATH` names it. */
export interface ChromiumPaths {
  /** With all that its windows have, such as messages to the person. */
  readonly whole: string;
  /** Without windows of its own: the same engine, for a third less of the machine. */
  readonly shell: string;
}

/** Finds Chromium, or installs it: as root the system's, which comes with all that it needs, or else Playwright's. */
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

/** The one that is named in `CHROMIUM_PATH`, the installed ones, or Playwright's own; null when there is none. */
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
    // Not every system has it by itself.
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

// As a command of its own it makes sure that there is one, while other things go on.
if (import.meta.main) {
  const { whole, shell } = ensureBrowser();
  process.stdout.write(`${whole}\n${shell}\n`);
}
