import type { Page } from '@playwright/test';
import { languages, type Language } from '#kernel/contract/index.ts';
import type { Api, Login } from './api.ts';
import { graveTroublesOf } from './axe.ts';
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

/** What a page looks like: both languages on both sizes; axe looks once at each language, size and theme. */
const faces = {
  uz: [
    { width: 1440, height: 900, theme: 'light', axe: true },
    { width: 375, height: 740, theme: 'dark', axe: false },
  ],
  ru: [
    { width: 1440, height: 900, theme: 'light', axe: false },
    { width: 375, height: 740, theme: 'dark', axe: true },
  ],
} as const;

/** Set to keep a picture of each face in `test-results/looks`. */
const pictures = process.env['KOMAK_LOOKS'] === '1';

/** Looks at each screen in every language, and in the two faces: axe finds nothing grave, no text is missing, nothing is too wide. */
export function testLooks(screens: readonly Screen[]): void {
  for (const screen of screens) {
    test(`${screen.name}: accessible, complete and not too wide`, async ({ open, server, api }) => {
      const id = (await screen.idOf?.(api)) ?? 0;
      const path = screen.path.replace(':id', String(id));
      const page = await open(server.url, screen.login, { path, language: languages[0] });
      for (const language of languages) {
        // The next one in the same browser, as somebody would who has chosen it before.
        if (language !== languages[0]) await startAnew(page, path, language);
        await lookAt(page, screen, language);
      }
    });
  }
}

async function startAnew(page: Page, path: string, language: Language): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.setViewportSize({ width: faces[language][0].width, height: faces[language][0].height });
  await page.goto(path);
}

async function lookAt(page: Page, { name, ready }: Screen, language: Language): Promise<void> {
  if (ready) await ready(page, textsIn(language));
  else await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const { width, height, theme, axe } of faces[language]) {
    await page.setViewportSize({ width, height });
    await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
    await settle(page);
    const face = `${name}-${language}-${theme}-${width}`;
    if (pictures) await page.screenshot({ path: `test-results/looks/${face}.png`, animations: 'disabled' });
    await expectItLooksRight(page, face, language);
    if (axe) expect.soft(await graveTroublesOf(page), `${face}: axe`).toEqual([]);
  }
}

async function expectItLooksRight(page: Page, face: string, language: Language): Promise<void> {
  const seen = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    text: document.body.innerText,
    lang: document.documentElement.lang,
    headings: document.querySelectorAll('h1').length,
  }));
  const keys =
    seen.text.match(
      /\b[a-z]+:[a-z][\w.]+|\b(?:menu|errors|permissions|list|detail|login|shell|ui)\.[a-zA-Z.]+\b/g,
    ) ?? [];
  expect.soft(seen.overflow, `${face}: wider than its window`).toBeLessThanOrEqual(0);
  expect.soft(keys, `${face}: keys instead of texts`).toEqual([]);
  expect
    .soft(seen.text.match(/\{\{|\}\}|undefined|NaN|\[object/g) ?? [], `${face}: holes in texts`)
    .toEqual([]);
  expect.soft(seen.lang, `${face}: language`).toBe(language);
  expect.soft(seen.headings, `${face}: one heading`).toBe(1);
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
