import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The Chromium of this machine: the one named in CHROMIUM_PATH, an installed one, or Playwright's own; null when there is none. */
export function findBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  return findInstalled() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null);
}

/** Finds a Chromium, or installs one: as root the system's, which comes with all that it needs, or else Playwright's. */
export function ensureBrowser(): string {
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

function installSystems(): void {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return;
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
}

function installPlaywrights(): void {
  run('npx', ['playwright', 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium']);
}

function findInstalled(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
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
if (import.meta.main) process.stdout.write(`${ensureBrowser()}\n`);
