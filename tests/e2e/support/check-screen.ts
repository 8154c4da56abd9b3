import type { Page } from '@playwright/test';
import { variantsIn, testsAllVariants, takeScreenshots, accessibilityIssuesAt } from './screens.ts';
import { expect } from './test.ts';

const faces = testsAllVariants
  ? variantsIn.uz
  : ([
      { width: 375, height: 740, theme: 'dark' },
      { width: 1440, height: 900, theme: 'light' },
    ] as const);

/** Checks a page within a test, wide and light, narrow and dark: no accessibility issue, no overflow. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { width, height, theme } of faces) {
    await page.setViewportSize({ width, height });
    await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
    await page.evaluate(() => document.fonts.ready);
    if (testsAllVariants) await takeScreenshots(page, `${name}-${theme}-${width}`);
    expect.soft(await accessibilityIssuesAt(page), `${name} ${width}: axe`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${name} ${width}: wider than its window`).toBeLessThanOrEqual(0);
  }
  // Restores the page for the rest of the test.
  if (before) await page.setViewportSize(before);
}
