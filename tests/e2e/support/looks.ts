import type { Page } from '@playwright/test';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import type { Api, Login } from './api.ts';
import { graveTroublesOf, troublesOf } from './axe.ts';
import type { Server } from './server.ts';
import { smallTargetsOf } from './small-targets.ts';
import { expect, test } from './test.ts';
import { textsIn } from './texts.ts';

/** What stands behind a screen. */
export interface Behind {
  readonly api: Api;
  readonly server: Server;
}

/** A screen to look at. */
export interface Screen {
  readonly name: string;
  /** Who looks; a function makes a session of its own for each language, such as one that ends. */
  readonly login: Login | null | ((behind: Behind) => Promise<string>);
  /** `:id` is what `idOf` answers. */
  readonly path: string;
  readonly idOf?: (api: Api) => Promise<number>;
  /** Brings the page where it is looked at; without it the heading is waited for. */
  readonly ready?: (page: Page, say: ReturnType<typeof textsIn>, behind: Behind) => Promise<unknown>;
  /** Takes back what `ready` did to the server. */
  readonly after?: (behind: Behind) => Promise<unknown>;
  /** What is there on a phone alone, such as the open sidebar, is looked at there alone. */
  readonly phoneOnly?: boolean;
  /** What it looks like while it is on its way, and stays there. */
  readonly loading?: boolean;
  /** Errors that belong to the screen, such as an answer that says that there is nothing. */
  readonly tolerate?: RegExp;
}

interface Face {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
  readonly axe: boolean;
}

/** Set to look at everything: every face, with axe in each, and a picture of each in `test-results/looks`. */
export const looksAtAll = process.env['KOMAK_LOOKS'] === '1';

const [wide, tablet, phone] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 375, height: 740 },
] as const;

const allFaces: readonly Face[] = [wide, tablet, phone].flatMap((size) =>
  (['light', 'dark'] as const).map((theme) => ({ ...size, theme, axe: true })),
);

/** The faces of a page in each language; of the usual ones, axe looks once at each language, size and theme. */
export const facesIn: Readonly<Record<Language, readonly Face[]>> = looksAtAll
  ? { uz: allFaces, ru: allFaces }
  : {
      uz: [
        { ...wide, theme: 'light', axe: true },
        { ...phone, theme: 'dark', axe: false },
      ],
      ru: [
        { ...wide, theme: 'light', axe: false },
        { ...phone, theme: 'dark', axe: true },
      ],
    };

/** What axe has to say: of the usual faces what keeps somebody out, and everything when everything is looked at. */
export const troublesAt = looksAtAll ? troublesOf : graveTroublesOf;

/** As `testLooks`, for what is rather a state of another screen: looked at only when everything is. */
export function testMoreLooks(screens: readonly Screen[]): void {
  if (looksAtAll) testLooks(screens);
}

/** Looks at each screen in every language, and in its faces: axe finds nothing, no text is missing, nothing is too wide. */
export function testLooks(screens: readonly Screen[]): void {
  for (const screen of screens) {
    const title = `${screen.name}: accessible, complete and not too wide`;
    // For `tests/architecture/looks.test.ts`, which asks whether every page is looked at.
    const annotation = { type: 'look', description: screen.path };
    test(title, { annotation }, async ({ open, server, api }) => {
      const behind = { server, api };
      const id = (await screen.idOf?.(api)) ?? 0;
      const path = screen.path.replace(':id', String(id));
      const holder =
        typeof screen.login === 'function' ? { token: await screen.login(behind) } : screen.login;
      const page = await open(server.url, holder, {
        path,
        language: languages[0],
        ...(screen.phoneOnly && { viewport: phone, touch: true }),
        ...(screen.tolerate && { tolerate: screen.tolerate }),
      });
      for (const language of languages) {
        // The next one in the same browser, as somebody would who has chosen it before.
        if (language !== languages[0]) await startAnew(page, screen, path, language, behind);
        try {
          await lookAt(page, screen, language, behind);
        } finally {
          await screen.after?.(behind);
        }
      }
    });
  }
}

async function startAnew(
  page: Page,
  { login, phoneOnly }: Screen,
  path: string,
  language: Language,
  behind: Behind,
): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ media: null });
  const stored = {
    language,
    ...(typeof login === 'function' && { 'access-token': await login(behind) }),
  };
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, stored);
  await page.setViewportSize(phoneOnly ? phone : wide);
  await page.goto(path);
}

async function lookAt(page: Page, screen: Screen, language: Language, behind: Behind): Promise<void> {
  const { name, ready, phoneOnly = false, loading = false } = screen;
  if (ready) await ready(page, textsIn(language), behind);
  else await page.getByRole('heading', { level: 1 }).first().waitFor();
  const faces = facesIn[language].filter(({ width }) => !phoneOnly || width === phone.width);
  const hand = looksAtAll ? await page.context().newCDPSession(page) : null;
  for (const { width, height, theme, axe } of faces) {
    await page.setViewportSize({ width, height });
    // A finger, for what is larger for it.
    await hand?.send('Emulation.setTouchEmulationEnabled', { enabled: width === phone.width });
    await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
    await settle(page, loading);
    const face = `${name}-${language}-${theme}-${width}`;
    if (looksAtAll) await takePictures(page, face);
    await expectItLooksRight(page, face, language);
    if (axe) expect.soft(await troublesAt(page), `${face}: axe`).toEqual([]);
    if (looksAtAll && width === phone.width) {
      expect.soft(await smallTargetsOf(page), `${face}: too small for a finger`).toEqual([]);
    }
  }
}

/** What is in the window, and all of a page that is longer. */
export async function takePictures(page: Page, face: string): Promise<void> {
  const path = `test-results/looks/${face}`;
  await page.screenshot({ path: `${path}.png`, animations: 'disabled' });
  const longer = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1);
  const covered = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0;
  if (longer && !covered) {
    await page.screenshot({ path: `${path}-whole.png`, animations: 'disabled', fullPage: true });
  }
}

async function expectItLooksRight(page: Page, face: string, language: Language): Promise<void> {
  const seen = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    text: document.body.innerText,
    lang: document.documentElement.lang,
    headings: [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
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

/** Waits until nothing is on its way, or only what is to stay there, and nothing moves. */
async function settle(page: Page, loading: boolean): Promise<void> {
  if (!loading) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const endless = (animation: Animation) => animation.effect?.getTiming().iterations === Infinity;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
