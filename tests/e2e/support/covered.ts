import type { Page } from '@playwright/test';
import { expect } from './test.ts';
import { t } from './texts.ts';

/** The assistant's button. */
export const assistantButton = `button[aria-label="${t('chat:loader.open')}"]`;

/**
 * Expects that a floating element covers no control: neither with the page scrolled to its end, nor where
 * scrolling cannot uncover one. Repeats, since loading content may still move things.
 */
export async function expectNothingUnder(page: Page, floating: string, screen: string): Promise<void> {
  await page.locator(floating).waitFor({ state: 'attached' });
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(findCovered, floating), { message: screen, timeout: 20_000 })
    .toEqual([]);
}

/** Expects that an element is within the top bar, where it covers no part of a page. */
export async function expectInTopBar(page: Page, part: string, screen: string): Promise<void> {
  const own = page.locator(part);
  // By element name: under a dialog it has no role.
  const bar = page.locator('header').filter({ has: own });
  await own.waitFor({ state: 'attached' });
  const [inner, outer] = [await own.boundingBox(), await bar.boundingBox()];
  if (!inner || !outer) throw new Error(`${screen}: the button or the bar has no box`);
  expect.soft(inner.y, screen).toBeGreaterThanOrEqual(outer.y);
  expect.soft(inner.y + inner.height, screen).toBeLessThanOrEqual(outer.y + outer.height);
  expect.soft(inner.x + inner.width, screen).toBeLessThanOrEqual(outer.x + outer.width);
}

/** Runs in the browser. */
async function findCovered(floating: string): Promise<string[]> {
  const interactive =
    'a[href], button, input:not([type="hidden"]), textarea, select, [role="combobox"], [role="tab"], [role="switch"], [role="checkbox"], [role="option"], [role="menuitem"]';
  const cover = document.querySelector<HTMLElement>(floating);
  if (!cover) throw new Error(`nothing is there: ${floating}`);
  const frames = async () => {
    // Elements that move with scrolling do so in the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done));
  };
  const isSeen = (part: HTMLElement) =>
    part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    part.getBoundingClientRect().width > 1 &&
    !part.closest('[inert], [aria-hidden="true"], [data-base-ui-focus-guard]');
  const isUnder = (part: HTMLElement) => {
    const [own, over] = [part.getBoundingClientRect(), cover.getBoundingClientRect()];
    const [left, right] = [Math.max(own.left, over.left), Math.min(own.right, over.right)];
    const [top, bottom] = [Math.max(own.top, over.top), Math.min(own.bottom, over.bottom)];
    if (left >= right - 1 || top >= bottom - 1) return false;
    // Hidden elements and those under a dialog are never hit.
    return cover.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  const describe = (part: HTMLElement) =>
    `${part.localName} "${(part.getAttribute('aria-label') ?? part.innerText).slice(0, 40).replaceAll('\n', ' ')}"`;
  const all = [...document.querySelectorAll<HTMLElement>(interactive)];
  const parts = all.filter((part) => !cover.contains(part) && isSeen(part));
  const found: string[] = [];

  for (const part of parts) {
    const [own, over] = [part.getBoundingClientRect(), cover.getBoundingClientRect()];
    // Not overlapping, or so large that it can be pressed elsewhere.
    if (own.right <= over.left || own.left >= over.right || own.height > innerHeight / 2) continue;
    let isFree = false;
    for (const block of ['center', 'start', 'end'] as const) {
      part.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      await frames();
      isFree = !isUnder(part);
      if (isFree) break;
    }
    if (!isFree) found.push(`never free: ${describe(part)}`);
  }

  for (const box of document.querySelectorAll('main *')) {
    const scrolls =
      box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrolls) box.scrollTop = box.scrollHeight;
  }
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  await frames();
  for (const part of parts) {
    if (part.isConnected && isUnder(part)) found.push(`at the end: ${describe(part)}`);
  }
  return found;
}
