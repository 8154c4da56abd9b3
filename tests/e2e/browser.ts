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

/** Finds a Chromium, or installs one: Playwright's, or else, as root, the system's. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  try {
    run('npx', ['playwright', 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium']);
  } catch {
    if (isRoot()) {
      run('apt-get', ['update']);
      run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
    }
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error('There is no Chromium here, and none could be installed: name one in CHROMIUM_PATH.');
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
    timeout: 180_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
