import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { install, type Installation } from '../../support/installation.ts';
import { openBrowser } from '../map/browser.ts';

/** A running system that trusts the key `city`, and a browser with a signed-in admin. */
export interface System {
  readonly installation: Installation;
  /** A temporary folder, which has the deployment file. */
  readonly folder: string;
  /** The path of the deployment file that lists the key. */
  readonly deployment: string;
  /** The private key of `city`. */
  readonly privateKey: string;
  readonly page: Page;
}

/** Runs a measurement on its own system. */
export async function withSystem<Result>(work: (system: System) => Promise<Result>): Promise<Result> {
  const stack = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'komak-bench-plugins-'));
    stack.defer(() => rm(folder, { recursive: true }));
    const { privateKey, publicKey } = generateKey();
    const deployment = join(folder, 'deployment.json');
    const own = JSON.parse(await readFile(resolve('deployment.json'), 'utf8')) as object;
    await writeFile(
      deployment,
      JSON.stringify({ ...own, $schema: undefined, tiles: [], trust: { keys: { city: publicKey } } }),
    );
    const installation = await install({ KOMAK_DEPLOYMENT: deployment });
    stack.defer(() => installation.remove());
    const browser = await openBrowser();
    stack.defer(() => browser.close());
    const page = await browser.newPage();
    await page.addInitScript((token) => localStorage.setItem('access-token', token), installation.token);
    return await work({ installation, folder, deployment, privateKey, page });
  } finally {
    await stack.disposeAsync();
  }
}

/** Opens a page, and waits until it receives the server's events. */
export async function openConnected(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('html[data-connection=on]').waitFor();
}

/**
 * Resolves in the first frame in which a heading of the page has the text; a locator polls only every half
 * second.
 */
export async function headed(page: Page, text: string): Promise<void> {
  const isThere = (name: string) => [...document.querySelectorAll('h1')].some((h) => h.textContent === name);
  await page.waitForFunction(isThere, text, { polling: 'raf' });
}
