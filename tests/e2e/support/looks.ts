import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { languages, type Language } from '#kernel/contract/index.ts';
import type { Api, Login } from './api.ts';
import { expect, test } from './test.ts';
import { textsIn } from './texts.ts';

/** A screen to look at. */
export interface Screen {
  readonly name: string;
  readonly login: Login | null;
  /** `:id` is what `idOf` answers. */
  readonly path: string;
  readonly idOf?: (api: Api) => Promise<number>;
  /** Brings the page where it is looked at; without it the heading is waited for. */
  readonly ready?: (page: Page, say: ReturnType<typeof textsIn>) => Promise<unknown>;
}

/** Each theme and each size once: colours do not depend on the size, nor the size on colours. */
const faces = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 375, height: 740, theme: 'dark' },
] as const;

/** Looks at each screen in every language, and in the two faces: axe finds nothing grave, no text is missing, nothing is too wide. */
export function testLooks(screens: readonly Screen[]): void {
  for (const screen of screens) for (const language of languages) testLook(screen, language);
}

function testLook({ name, login, path, idOf, ready }: Screen, language: Language): void {
  test(`${name} in ${language}: accessible, complete and not too wide`, async ({ open, server, api }) => {
    const id = (await idOf?.(api)) ?? 0;
    const page = await open(server.url, login, { path: path.replace(':id', String(id)), language });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (ready) await ready(page, textsIn(language));
    else await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const { width, height, theme } of faces) {
      await page.setViewportSize({ width, height });
      await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
      await settle(page);
      const face = `${name}-${language}-${theme}-${width}`;
      await page.screenshot({ path: `test-results/looks/${face}.png`, animations: 'disabled' });
      await expectItLooksRight(page, face, language);
    }
  });
}

async function expectItLooksRight(page: Page, face: string, language: Language): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`);
  expect.soft(grave, `${face}: axe`).toEqual([]);

  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(overflow, `${face}: wider than its window`).toBeLessThanOrEqual(0);

  const text = await page.locator('body').innerText();
  const keys =
    text.match(
      /\b[a-z]+:[a-z][\w.]+|\b(?:menu|errors|permissions|list|detail|login|shell|ui)\.[a-zA-Z.]+\b/g,
    ) ?? [];
  expect.soft(keys, `${face}: keys instead of texts`).toEqual([]);
  expect.soft(text.match(/\{\{|\}\}|undefined|NaN|\[object/g) ?? [], `${face}: holes in texts`).toEqual([]);
  expect.soft(await page.locator('html').getAttribute('lang'), `${face}: language`).toBe(language);
  expect.soft(await page.locator('h1').count(), `${face}: one heading`).toBe(1);
}

/** Waits until nothing is on its way and nothing moves. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const endless = (animation: Animation) => animation.effect?.getTiming().iterations === Infinity;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
