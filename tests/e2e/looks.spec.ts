import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { languages, type Language } from '#kernel/contract/index.ts';
import type { Api, Login } from './support/api.ts';
import { pdf, png } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

interface Screen {
  readonly name: string;
  readonly login: Login | null;
  readonly path: string;
  /** Brings the page where it is looked at; without it the heading is waited for. */
  readonly ready?: (page: Page, say: ReturnType<typeof textsIn>) => Promise<unknown>;
}

/** Every screen of the product; `:id` is an application with a history. */
const screens: readonly Screen[] = [
  { name: 'login', login: null, path: '/login' },
  { name: 'list', login: 'operator', path: '/applications/list', ready: firstCard },
  {
    name: 'list-unfolded',
    login: 'operator',
    path: '/applications/list',
    ready: async (page) => {
      await firstCard(page);
      await page.getByRole('listitem').getByRole('button', { expanded: false }).first().click();
    },
  },
  {
    name: 'list-empty',
    login: 'operator',
    path: '/applications/list?search=bunday-ariza-yoq',
    ready: (page, say) => page.getByText(say('applications:list.nothingTitle')).waitFor(),
  },
  { name: 'accept', login: 'operator', path: '/applications/accept' },
  {
    name: 'accept-wrong',
    login: 'operator',
    path: '/applications/accept',
    ready: async (page, say) => {
      await page.getByRole('button', { name: say('applications:accept.submit'), exact: true }).click();
      await page.getByText(say('applications:accept.problems.planned_assistance')).waitFor();
    },
  },
  { name: 'timeline', login: 'operator', path: '/applications/:id/timeline' },
  { name: 'overview', login: 'operator', path: '/applications/:id/overview' },
  { name: 'personal', login: 'operator', path: '/applications/:id/personal' },
  { name: 'documents', login: 'operator', path: '/applications/:id/documents' },
  { name: 'settings', login: 'superadmin', path: '/settings' },
  { name: 'forbidden', login: 'guest', path: '/applications/list' },
  { name: 'not-found', login: 'operator', path: '/no/such/page' },
  {
    name: 'search',
    login: 'operator',
    path: '/settings',
    ready: async (page, say) => {
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(say('kernel:search.placeholder')).waitFor();
    },
  },
];

const sizes = [
  { width: 1440, height: 900 },
  { width: 375, height: 740 },
] as const;
const themes = ['light', 'dark'] as const;

for (const { name, login, path, ready } of screens) {
  for (const language of languages) {
    test(`${name} in ${language}: accessible, complete and not too wide`, async ({ open, server, api }) => {
      const id = path.includes(':id') ? await applicationWithHistory(api) : 0;
      const page = await open(server.url, login, { path: path.replace(':id', String(id)), language });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (ready) await ready(page, textsIn(language));
      else await page.getByRole('heading', { level: 1 }).first().waitFor();
      for (const viewport of sizes) {
        await page.setViewportSize(viewport);
        for (const theme of themes) {
          await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
          await settle(page);
          const face = `${name}-${language}-${theme}-${viewport.width}`;
          await page.screenshot({ path: `test-results/looks/${face}.png`, animations: 'disabled' });
          await expectItLooksRight(page, face, language);
        }
      }
    });
  }
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

async function firstCard(page: Page): Promise<void> {
  await page.getByRole('listitem').getByRole('heading', { level: 2 }).first().waitFor();
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

let historic: number | null = null;

async function applicationWithHistory(api: Api): Promise<number> {
  if (historic !== null) return historic;
  const { id } = await api.sendApplication({ first_name: 'Sherzod', last_name: 'Matyoqubov' }, 'operator', [
    pdf('maʼlumotnoma.pdf'),
    png('tom.png'),
  ]);
  await api.accept(id, 'operator');
  await api.sendMessage(id, 'operator2', 'Assalomu alaykum! Ertaga soat 10:00 da komissiya boradi.');
  historic = id;
  return id;
}
