import { chromium, type Browser } from '@playwright/test';
import { ensureBrowser } from '../../e2e/browser.ts';

/** A Chromium that draws without a GPU, with WebGL in software. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureBrowser().whole,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  });
}
