import type { Page } from '@playwright/test';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { isShortRun, screenTitle } from '../../support/short-run.ts';
import type { Api, Login } from './api.ts';
import { seriousAccessibilityIssuesOf, accessibilityIssuesOf } from './axe.ts';
import type { Server } from './server.ts';
import { smallTargetsOf } from './small-targets.ts';
import { expect, test } from './test.ts';
import { textsIn } from './texts.ts';

/** The server of a page, and a client of its API. */
export interface ScreenContext {
  readonly api: Api;
  readonly server: Server;
}

/** A page to check. */
export interface Screen {
  readonly name: string;
  /** The login; a function opens a session for each language, such as one that ends. */
  readonly login: Login | null | ((context: ScreenContext) => Promise<string>);
  /** `idOf` returns the value of `:id`. */
  readonly path: string;
  readonly idOf?: (api: Api) => Promise<number>;
  /** Brings the page into the state to be checked; waits for its heading by default. */
  readonly ready?: (
    page: Page,
    translate: ReturnType<typeof textsIn>,
    context: ScreenContext,
  ) => Promise<unknown>;
  /** Reverts what `ready` did to the server. */
  readonly after?: (context: ScreenContext) => Promise<unknown>;
  /** Only on phones, such as the open sidebar. */
  readonly phoneOnly?: boolean;
  /** Checks the loading state, in which the page stays. */
  readonly loading?: boolean;
  /** Expected console errors of the page, such as a 404. */
  readonly tolerate?: RegExp;
}

interface Variant {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
  readonly axe: boolean;
}

/** `npm run visual`: every variant, with axe and a screenshot of each in `test-results/screenshots`. */
export const testsAllVariants = process.env['KOMAK_VISUAL'] === '1';

const [wide, tablet, phone] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 375, height: 740 },
] as const;

const allVariants: readonly Variant[] = [wide, tablet, phone].flatMap((size) =>
  (['light', 'dark'] as const).map((theme) => ({ ...size, theme, axe: true })),
);

/** The variants of a page by language. Without `npm run visual` axe runs once for each language, size and theme. */
export const variantsIn: Readonly<Record<Language, readonly Variant[]>> = testsAllVariants
  ? { uz: allVariants, ru: allVariants }
  : {
      uz: [{ ...wide, theme: 'light', axe: true }, ...inLongRun({ ...phone, theme: 'dark', axe: false })],
      ru: [...inLongRun({ ...wide, theme: 'light', axe: false }), { ...phone, theme: 'dark', axe: true }],
    };

function inLongRun(variant: Variant): readonly Variant[] {
  return isShortRun ? [] : [variant];
}

/**
 * The languages in which a screen is checked: both, or in `npm test` one, alternately, so that a half of the screens is
 * checked wide and light, and the other half on a phone and dark.
 */
function languagesOf({ phoneOnly = false }: Screen, index: number): readonly [Language, ...Language[]] {
  if (!isShortRun) return languages;
  return phoneOnly || index % 2 === 1 ? ['ru'] : ['uz'];
}

/** Accessibility issues: serious and critical ones in `npm test`, all in `npm run visual`. */
export const accessibilityIssuesAt = testsAllVariants ? accessibilityIssuesOf : seriousAccessibilityIssuesOf;

/** Like {@link testScreens}, for additional states of pages: only run by `npm run visual`. */
export function testMoreScreens(screens: readonly Screen[]): void {
  if (testsAllVariants) testScreens(screens);
}

/** Checks each screen in its languages and variants: no accessibility issue, no missing text, no overflow. */
export function testScreens(screens: readonly Screen[]): void {
  for (const [index, screen] of screens.entries()) {
    const title = screenTitle(screen.name);
    // For `tests/architecture/screens.test.ts`, which requires a check for every page.
    const annotation = { type: 'screen', description: screen.path };
    test(title, { annotation }, async ({ open, server, api }) => {
      const context = { server, api };
      const id = (await screen.idOf?.(api)) ?? 0;
      const path = screen.path.replace(':id', String(id));
      const holder =
        typeof screen.login === 'function' ? { token: await screen.login(context) } : screen.login;
      const chosen = languagesOf(screen, index);
      const page = await open(server.url, holder, {
        path,
        language: chosen[0],
        ...(screen.phoneOnly && { viewport: phone, touch: true }),
        ...(screen.tolerate && { tolerate: screen.tolerate }),
      });
      for (const language of chosen) {
        // The next language in the same browser, as after a change of language.
        if (language !== chosen[0]) await reopen(page, screen, path, language, context);
        try {
          await checkVariants(page, screen, language, context);
        } finally {
          await screen.after?.(context);
        }
      }
    });
  }
}

async function reopen(
  page: Page,
  { login, phoneOnly }: Screen,
  path: string,
  language: Language,
  context: ScreenContext,
): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ media: null });
  const stored = {
    language,
    ...(typeof login === 'function' && { 'access-token': await login(context) }),
  };
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, stored);
  await page.setViewportSize(phoneOnly ? phone : wide);
  await page.goto(path);
}

async function checkVariants(
  page: Page,
  screen: Screen,
  language: Language,
  context: ScreenContext,
): Promise<void> {
  const { name, ready, phoneOnly = false, loading = false } = screen;
  if (ready) await ready(page, textsIn(language), context);
  else await page.getByRole('heading', { level: 1 }).first().waitFor();
  const variants = variantsIn[language].filter(({ width }) => !phoneOnly || width === phone.width);
  const devtools = testsAllVariants ? await page.context().newCDPSession(page) : null;
  for (const { width, height, theme, axe } of variants) {
    await page.setViewportSize({ width, height });
    // Controls are larger for touch.
    await devtools?.send('Emulation.setTouchEmulationEnabled', { enabled: width === phone.width });
    await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
    await settle(page, loading);
    const variant = `${name}-${language}-${theme}-${width}`;
    if (testsAllVariants) await takeScreenshots(page, variant);
    await expectCompleteLayout(page, variant, language);
    if (axe) expect.soft(await accessibilityIssuesAt(page), `${variant}: axe`).toEqual([]);
    if (testsAllVariants && width === phone.width) {
      expect.soft(await smallTargetsOf(page), `${variant}: touch targets under 44 px`).toEqual([]);
    }
  }
}

/** Takes a screenshot of the window, and of the whole page if that is longer. */
export async function takeScreenshots(page: Page, variant: string): Promise<void> {
  const path = `test-results/screenshots/${variant}`;
  await page.screenshot({ path: `${path}.png`, animations: 'disabled' });
  const longer = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1);
  const covered = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0;
  if (longer && !covered) {
    await page.screenshot({ path: `${path}-whole.png`, animations: 'disabled', fullPage: true });
  }
}

async function expectCompleteLayout(page: Page, variant: string, language: Language): Promise<void> {
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
  expect.soft(seen.overflow, `${variant}: horizontal overflow`).toBeLessThanOrEqual(0);
  expect.soft(keys, `${variant}: keys instead of texts`).toEqual([]);
  expect
    .soft(seen.text.match(/\{\{|\}\}|undefined|NaN|\[object/g) ?? [], `${variant}: holes in texts`)
    .toEqual([]);
  expect.soft(seen.lang, `${variant}: language`).toBe(language);
  expect.soft(seen.headings, `${variant}: one heading`).toBe(1);
}

/** Waits until the page has loaded, unless it stays in its loading state, and animations have ended. */
async function settle(page: Page, loading: boolean): Promise<void> {
  if (!loading) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const endless = (animation: Animation) => animation.effect?.getTiming().iterations === Infinity;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
