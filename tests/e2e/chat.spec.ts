import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { ChatbotResponse } from '#plugins/chat/contract.ts';
import { Api, type Login } from './support/api.ts';
import { questionsIn, repliesIn, startModel, type Model } from './support/chat.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { collectBrowserErrors, logPolicyViolations } from './support/browser-errors.ts';
import { t, textsIn } from './support/texts.ts';

const question = 'Arizani qanday qabul qilaman?';

let model: Model;
let product: Server;
let api: Api;
// In one worker, which starts a single server.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  model = await startModel();
  product = await startProduct(
    deploymentWith((deployment) => {
      deployment.plugins['chat'] = { config: { model: { address: model.address, name: 'substitute' } } };
    }),
  );
  api = new Api(product.url);
});
test.afterAll(async () => {
  await Promise.all([product?.close(), model?.close()]);
});

/** A browser without a session. */
async function openBrowser(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; errors: readonly string[] }> {
  const context = await browser.newContext({ baseURL: product.url });
  await context.addInitScript(logPolicyViolations);
  const { found } = collectBrowserErrors(context, { addresses: [product.url] });
  return { context, page: await context.newPage(), errors: found };
}

/** Signs in with this browser, in place of the previous user. */
async function enter(page: Page, login: Login, path: string, language: Language = 'uz'): Promise<void> {
  const token = await api.freshToken(login);
  await page.goto('/locales/uz/kernel.json');
  await page.evaluate(
    ([value, lang]) => {
      localStorage.setItem('access-token', value ?? '');
      localStorage.setItem('language', lang ?? '');
    },
    [token, language],
  );
  await page.goto(path);
}

async function openPanel(page: Page, translate = t) {
  await page.getByRole('button', { name: translate('chat:loader.open') }).click({ timeout: 30_000 });
  const panel = page.getByRole('dialog', { name: translate('chat:panel.title') });
  await expect(panel).toBeVisible({ timeout: 20_000 });
  return panel;
}

const storedConversation = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('chat:')));

test('an admin asks, stops the reply and follows its link; the conversation stays private', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { context, page, errors } = await openBrowser(browser);
  await enter(page, 'operator', '/applications/list');
  const panel = await openPanel(page);
  const input = panel.getByRole('textbox', { name: t('chat:panel.input') });
  await expect(input).toBeFocused();
  expect(
    await panel.evaluate(({ parentElement }) => [parentElement?.offsetWidth, parentElement?.offsetHeight]),
  ).toEqual([384, 520]);

  const words = model.speak(['Arizalar ', 'roʻyxatini ', 'oching [1].']);
  await input.fill(question);
  await input.press('Enter');
  await expect(input).toBeDisabled();
  const stop = panel.getByRole('button', { name: t('chat:panel.stop') });
  await expect(stop).toBeFocused();
  words.next();
  const coming = panel.locator('.kc-theirs[data-state="coming"]');
  await expect(coming).toContainText('Arizalar');
  await expect(coming).not.toContainText('roʻyxatini');
  words.next();
  await expect(coming).toContainText('Arizalar roʻyxatini');
  await stop.click();
  await expect(panel.getByText(t('chat:panel.stopped'))).toBeVisible();
  await expect(input).toBeFocused();

  // Without the model the knowledge base answers, with links within the user's permissions.
  model.fail();
  const received = await api.write<ChatbotResponse>('POST', 'chatbot', { message: question }, 'operator');
  expect(received.redirect).not.toBeNull();
  await input.fill(question);
  await input.press('Enter');
  const reply = repliesIn(panel).last();
  await expect(reply.getByText(t('chat:panel.sources'))).toBeVisible();
  await page.evaluate(() => Object.assign(window, { same: true }));
  await reply.locator('.kc-go a').click();
  await expect(page).toHaveURL(new RegExp(`${received.redirect}$`));
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
  await expect(panel).toBeVisible();

  await input.fill('yarim savol');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: t('chat:loader.open') })).toBeFocused();
  await page.reload();
  await openPanel(page);
  await expect(questionsIn(panel)).toHaveCount(2);
  await expect(input).toHaveValue('yarim savol');
  expect(await storedConversation(page)).toHaveLength(1);

  // The next user of this computer finds no trace of it, and signing out removes it.
  await enter(page, 'guest', '/settings');
  await openPanel(page);
  await expect(questionsIn(panel)).toHaveCount(0);
  await expect.poll(() => storedConversation(page)).toEqual([]);
  await input.fill('Parolni qanday almashtiraman?');
  await input.press('Enter');
  await expect(repliesIn(panel)).toHaveCount(1);
  await expect.poll(() => storedConversation(page)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('kernel:shell.profile') }).click();
  await page.getByRole('menuitem', { name: t('kernel:shell.signOut') }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => storedConversation(page)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('panel is correct in both languages, themes and sizes, and fills a phone', async ({ browser }) => {
  test.setTimeout(120_000);
  model.fail();
  const { context, page, errors } = await openBrowser(browser);
  for (const { login, language, theme, width } of [
    { login: 'superadmin', language: 'uz', theme: 'light', width: 1440 },
    { login: 'registrar', language: 'ru', theme: 'dark', width: 375 },
  ] as const) {
    const translate = textsIn(language);
    await page.setViewportSize({ width, height: 740 });
    await enter(page, login, '/settings', language);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const panel = await openPanel(page, translate);
    await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
    if (width === 375) {
      expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width, height: 740 });
      await expect(panel).toHaveAttribute('aria-modal', 'true');
    }
    await panel.locator('.kc-chip').first().click();
    await expect(repliesIn(panel)).toHaveCount(1);
    const face = `chat-office-${language}-${theme}-${width}`;
    await page.screenshot({ path: `test-results/screenshots/${face}.png`, animations: 'disabled' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect
      .soft(
        grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`),
        face,
      )
      .toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await panel.getByRole('button', { name: translate('chat:panel.close'), exact: true }).click();
    await expect(page.getByRole('button', { name: translate('chat:loader.open') })).toBeFocused();
  }
  expect(errors).toEqual([]);
  await context.close();
});
