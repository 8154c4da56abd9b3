import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const faces = [
  { width: 375, height: 740, theme: 'dark' },
  { width: 1440, height: 900, theme: 'light' },
] as const;

/** Looks at a page in the middle of a story, wide and light, narrow and dark: axe finds nothing grave, nothing is too wide. */
export async function lookHere(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { width, height, theme } of faces) {
    await page.setViewportSize({ width, height });
    await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
    await page.evaluate(() => document.fonts.ready);
    if (process.env['KOMAK_LOOKS'] === '1') {
      await page.screenshot({
        path: `test-results/looks/${name}-${theme}-${width}.png`,
        animations: 'disabled',
      });
    }
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const grave = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`);
    expect.soft(grave, `${name} ${width}: axe`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${name} ${width}: wider than its window`).toBeLessThanOrEqual(0);
  }
}
