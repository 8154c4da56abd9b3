import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openBrowser } from '../map/browser.ts';
import { percentile } from '../support/percentile.ts';
import type { Measured } from '../support/load.ts';

/** Fewer checks than an admin may request per quarter of an hour. */
const max = 100;

/**
 * How long the clerk waits while typing: from the last digit of a JSHSHIR to the frame that shows the lines
 * found by the check, each time for another person.
 */
export async function measureTyping(
  { url, token }: { readonly url: string; readonly token: string },
  numbers: readonly number[],
): Promise<Measured> {
  if (!existsSync(resolve(import.meta.dirname, '../../../dist/index.html'))) {
    throw new Error('Run "npm run build" first: this benchmark opens a page.');
  }
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript((own) => localStorage.setItem('access-token', own), token);
    await page.goto(`${url}/applications/accept`);
    const field = page.locator('input[name="personal_number"]');
    await field.waitFor();
    const times: number[] = [];
    for (const number of numbers.slice(0, max)) {
      const digits = String(number);
      await field.fill(digits.slice(0, -1));
      await page.waitForFunction(() => document.querySelector('form [aria-live="polite"] li') === null);
      const shown = page.evaluate(untilShown);
      await field.press('End');
      await field.press(digits.slice(-1));
      times.push(await shown);
    }
    // The first one opens connections and compiles the code.
    const later = times.slice(1);
    const total = later.reduce((sum, time) => sum + time, 0);
    return {
      rate: (later.length / total) * 1000,
      p95: percentile(later, 0.95),
      p99: percentile(later, 0.99),
      errors: 0,
    };
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page: milliseconds from the next input event to the first frame with a line of the check.
 */
function untilShown(): Promise<number> {
  return new Promise((done) => {
    let began = 0;
    const onInput = (event: Event) => void (began = event.timeStamp);
    document.addEventListener('input', onInput, { once: true, capture: true });
    const measure = () => {
      if (began > 0 && document.querySelector('form [aria-live="polite"] li') !== null) {
        done(performance.now() - began);
      } else requestAnimationFrame(measure);
    };
    measure();
  });
}
