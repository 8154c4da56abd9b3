import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { forge, forgeHere, forgeThere, nothingReadable, readForbidden } from './support/chat-attacks.ts';
import {
  chatButtonOf,
  framedPanelOf,
  noticedBy,
  serveHostPage,
  questionsIn,
  repliesIn,
  startModel,
  type HostPage,
  type Model,
} from './support/chat.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

const question = 'Parolni qanday almashtiraman?';
const limit = 40;

let site: Site;
let model: Model;
let product: Server;
// In one worker, which starts a single server.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startSite();
  model = await startModel();
  product = await startProduct(
    deploymentWith((deployment) => {
      deployment.allowedOrigins = [site.url];
      deployment.plugins['chat'] = {
        config: { model: { address: model.address, name: 'substitute' }, limits: { address: limit } },
      };
    }),
  );
});
test.afterAll(async () => {
  await Promise.all([product?.close(), site?.close(), model?.close()]);
});

/** Opens a page of the other site; an uncaught error fails the test. */
async function visit(page: Page, host: HostPage = {}): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) errors.push(message.text());
  });
  serveHostPage(site, product, host);
  await page.goto(`${site.url}/host`);
  await expect(chatButtonOf(page)).toBeVisible({ timeout: 60_000 });
  return errors;
}

async function open(page: Page) {
  await chatButtonOf(page).click();
  const panel = framedPanelOf(page);
  await expect(panel.getByRole('dialog')).toBeVisible({ timeout: 60_000 });
  return panel;
}

test('works by keyboard alone on a page with a strict policy, and survives a reload', async ({ page }) => {
  model.fail();
  const errors = await visit(page, { unfriendly: true, early: "komakChat('locale', 'uz');" });
  // The panel loads nothing before it is opened.
  expect(page.frames()).toHaveLength(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const panel = framedPanelOf(page);
  const input = panel.getByRole('textbox', { name: t('chat:panel.input') });
  await expect(input).toBeFocused({ timeout: 60_000 });
  const box = await page.locator('komak-chat iframe').boundingBox();
  expect([box?.width, box?.height]).toEqual([384, 520]);

  await page.keyboard.type(question);
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Rahmat!');
  await expect(input).toHaveValue(`${question}\nRahmat!`);
  await page.keyboard.press('Enter');
  await expect(repliesIn(panel)).toHaveCount(1);
  await expect(repliesIn(panel).getByText(t('chat:panel.sources'))).toBeVisible();
  await expect(panel.getByRole('status').last()).toContainText(t('chat:panel.bot'));
  await expect(input).toBeFocused();

  // The focus stays in the panel, and Escape returns it to the button.
  await page.keyboard.type('yarim savol');
  const seen = new Set<string>();
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab');
    seen.add(await panel.locator(':focus').evaluate((element) => element.outerHTML.slice(0, 80)));
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('komak-chat');
  }
  expect(seen.size).toBeGreaterThan(4);
  await page.keyboard.press('Escape');
  await expect(chatButtonOf(page)).toBeFocused();
  await expect(page.locator('komak-chat iframe')).toBeHidden();

  await page.reload();
  await expect(chatButtonOf(page)).toBeVisible();
  await open(page);
  await expect(repliesIn(panel)).toHaveCount(1);
  await expect(questionsIn(panel)).toContainText(question);
  await expect(input).toHaveValue('yarim savol');
  const { heard, violations } = await noticedBy(page);
  expect(heard.map(([event]) => event)).toEqual(['open', 'ready']);
  expect(violations).toEqual([]);
  expect(errors).toEqual([]);
});

test('keys that reach the frame instead of its content are appended, in order', async ({ page }) => {
  await visit(page, { early: "komakChat('locale', 'uz');" });
  const panel = await open(page);
  const input = panel.getByRole('textbox', { name: t('chat:panel.input') });
  await expect(input).toBeFocused();
  // As in WebKit, where a key press that is under way when the panel gets the focus has this target.
  const press = (keys: readonly string[]) =>
    page
      .locator('komak-chat iframe')
      .evaluate(
        (frame, all) => all.forEach((key) => frame.dispatchEvent(new KeyboardEvent('keydown', { key }))),
        keys,
      );
  await press(['A', 'r', 'Shift']);
  await expect(input).toHaveValue('Ar');
  await page.keyboard.type('iza');
  await expect(input).toHaveValue('Ariza');
});

test('the panel gives no access to the back-office and does not reveal its address', async ({ browser }) => {
  model.fail();
  const context = await browser.newContext();
  const office = await context.newPage();
  await office.goto(`${product.url}/login`);
  await office.evaluate(() => localStorage.setItem('access-token', 'a-secret'));
  await context.addCookies([{ name: 'secret', value: 'a-secret', url: product.url }]);

  const page = await context.newPage();
  await visit(page);
  await page.evaluate(() => history.replaceState(null, '', '/host?jshshir=31210632040244'));
  const requests: { url: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) return;
    void request.allHeaders().then((headers) => requests.push({ url: request.url(), headers }));
  });
  const panel = await open(page);
  await panel.getByRole('textbox').fill(question);
  await panel.getByRole('textbox').press('Enter');
  await expect(repliesIn(panel)).toHaveCount(1);
  await expect.poll(() => requests.some(({ url }) => url.endsWith('/api/uz/chatbot'))).toBe(true);
  for (const { url, headers } of requests) {
    const request = JSON.stringify([url, headers]);
    expect(request).not.toContain('31210632040244');
    expect(request).not.toContain('/host');
    if (url.includes('/api/')) expect(headers).toMatchObject({ origin: 'null' });
    if (url.includes('/api/')) expect(request).not.toContain('a-secret');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('referer');
  }

  const frame = page.frames().find((one) => one.url().includes('/widgets/komak-chat.html'));
  expect(await frame?.evaluate(readForbidden, product.url)).toEqual(nothingReadable);
  // Also in a window: the page itself rejects it, not only the frame around it.
  await office.goto(`${product.url}/widgets/komak-chat.html?site=${encodeURIComponent(site.url)}`);
  expect(await office.evaluate(readForbidden, product.url)).toEqual(nothingReadable);
  expect(await office.locator('#panel').innerText()).toBe('');
  await context.close();
});

test('ignores 1,000 forged messages in each direction', async ({ page }) => {
  model.fail();
  site.put('/other', {
    type: 'text/html',
    headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
    body: '<!doctype html><title>other</title><script src="/other.js"></script>',
  });
  site.put('/other.js', { type: 'text/javascript', body: `(${forge.toString()})(parent, 1000);` });
  const errors = await visit(page, {
    frames: "'self'",
    body: '<iframe id="other" sandbox="allow-scripts" src="/other"></iframe>',
  });
  const panel = await open(page);
  await expect(panel.getByRole('textbox')).toBeFocused();
  const before = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const { heard, messages } = await noticedBy(page);

  // From the page itself, from another frame with an opaque origin, and from the panel's window without its
  // nonce.
  await page.evaluate(forgeHere, 1000);
  await page.evaluate(() => {
    const other = document.querySelector<HTMLIFrameElement>('#other');
    if (other) other.src = '/other?again';
  });
  const frame = page.frames().find((one) => one.url().includes('/widgets/komak-chat.html'));
  await frame?.evaluate(forgeThere, 1000);
  await expect.poll(async () => (await noticedBy(page)).messages - messages).toBeGreaterThanOrEqual(3000);

  const after = await noticedBy(page);
  expect(after.heard).toEqual(heard);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toBe(before);
  await expect(questionsIn(panel)).toHaveCount(0);
  await expect(panel.getByRole('dialog')).toBeVisible();
  await expect(panel.locator('.kc')).toHaveAttribute('data-theme', 'auto');

  await panel.getByRole('textbox').fill(question);
  await panel.getByRole('textbox').press('Enter');
  await expect(repliesIn(panel)).toHaveCount(1);
  expect(errors).toEqual([]);
});

test('a site that is not listed gets no panel and an explanation', async ({ page }) => {
  const other = site.url.replace('127.0.0.1', 'localhost');
  serveHostPage(site, product);
  await page.clock.install();
  await page.goto(`${other}/host`);
  await chatButtonOf(page).click();
  await page.clock.runFor(20_000);
  const place = page.locator('komak-chat');
  await expect(place.getByText(t('chat:loader.failed'))).toBeVisible();
  await place
    .getByRole('button', { name: t('chat:loader.close') })
    .first()
    .click();
  await expect(place.getByText(t('chat:loader.failed'))).toBeHidden();
  // A forged origin is rejected too: the page serves one site.
  const forged = `${product.url}/widgets/komak-chat.html?site=${encodeURIComponent(site.url)}`;
  site.put('/thief', { type: 'text/html', body: `<!doctype html><iframe src="${forged}"></iframe>` });
  await page.goto(`${other}/thief`);
  await expect.poll(() => page.frames().at(-1)?.url()).toContain('chrome-error:');
});

for (const { name, lang, theme, viewport, touch } of [
  { name: 'desk-uz-light', lang: 'uz', theme: 'light', viewport: { width: 1024, height: 720 }, touch: false },
  { name: 'phone-ru-dark', lang: 'ru', theme: 'dark', viewport: { width: 375, height: 740 }, touch: true },
] as const) {
  test(`${name}: accessible in every state, with an explanation of what fails`, async ({ browser }) => {
    model.fail();
    const translate = textsIn(lang);
    const context = await browser.newContext({ viewport, hasTouch: touch, isMobile: touch });
    const page = await context.newPage();
    const errors = await visit(page, { lang, attributes: `data-lang="${lang}" data-theme="${theme}"` });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectAccessible(page, `${name}-closed`);
    const panel = await open(page);
    await expect(panel.locator('.kc')).toHaveAttribute('data-theme', theme);
    await expect(panel.locator('.kc-chip').first()).toBeVisible();
    await expectAccessible(page, `${name}-empty`);
    if (touch) {
      expect(await page.locator('komak-chat iframe').boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
      await expect(chatButtonOf(page)).toBeHidden();
    }
    await panel.locator('.kc-chip').first().click();
    await expect(repliesIn(panel)).toHaveCount(1);
    const files = Array.from({ length: 6 }, (_, index) => `hujjat-${index + 1}.pdf`);
    await panel
      .locator('input[type="file"]')
      .setInputFiles(
        files.map((file) => ({ name: file, mimeType: 'application/pdf', buffer: Buffer.alloc(1000) })),
      );
    const dropped = translate('chat:panel.rejectedByCount', { limit: 5, names: 'hujjat-6.pdf' });
    await expect(panel.getByRole('alert').getByText(dropped)).toBeVisible();
    await panel
      .getByRole('button', { name: translate('chat:panel.remove', { name: 'hujjat-1.pdf' }) })
      .click();
    await panel
      .locator('input[type="file"]')
      .setInputFiles({ name: 'katta.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(11_000_000) });
    await expect(panel.getByRole('alert')).toContainText('katta.pdf');
    await expectAccessible(page, `${name}-files`);
    await panel.getByRole('button', { name: translate('chat:panel.send') }).click();
    await expect(repliesIn(panel)).toHaveCount(2);
    await expect(questionsIn(panel).last()).toContainText('hujjat-5.pdf');
    await expectAccessible(page, `${name}-answered`);

    await panel.getByRole('button', { name: translate('chat:panel.clear') }).click();
    await panel.getByRole('button', { name: translate('chat:panel.yes') }).click();
    await expect(questionsIn(panel)).toHaveCount(0);
    await page.evaluate(() =>
      (window as unknown as { komakChat: (...call: string[]) => void }).komakChat('close'),
    );
    await expect(page.locator('komak-chat iframe')).toBeHidden();
    await page.evaluate(
      ([verb, text]) =>
        (window as unknown as { komakChat: (...call: unknown[]) => void }).komakChat(verb, text),
      ['send', question],
    );
    await expect(repliesIn(panel)).toHaveCount(1);
    expect((await noticedBy(page)).violations).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
}

async function expectAccessible(page: Page, face: string): Promise<void> {
  await page.screenshot({ path: `test-results/screenshots/chat-${face}.png`, animations: 'disabled' });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`);
  expect.soft(grave, `${face}: axe`).toEqual([]);
}

test('connection loss, server failure and rate limit lose nothing and are explained', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  model.fail();
  await visit(page);
  const panel = await open(page);
  const input = panel.getByRole('textbox');
  await context.setOffline(true);
  await expect(panel.getByText(t('chat:panel.offline')).first()).toBeVisible();
  for (const text of [question, 'Yordam']) {
    await input.fill(text);
    await input.press('Enter');
  }
  const queued = questionsIn(panel).filter({ hasText: t('chat:panel.waitingForConnection') });
  await expect(queued).toHaveCount(2);
  await questionsIn(panel)
    .last()
    .getByRole('button', { name: t('chat:panel.cancelQueued') })
    .click();
  await expect(input).toHaveValue('Yordam');
  await context.setOffline(false);
  await expect(repliesIn(panel)).toHaveCount(1);
  await expect(queued).toHaveCount(0);

  await product.stop();
  await input.press('Enter');
  await expect(
    panel.getByText("Kechirasiz, xatolik yuz berdi. Iltimos, qayta urinib ko'ring.").first(),
  ).toBeVisible();
  await page.screenshot({ path: 'test-results/screenshots/chat-failed.png' });
  await product.start();
  await panel.getByRole('button', { name: t('chat:panel.retry') }).click();
  await expect(repliesIn(panel)).toHaveCount(2);

  // Limits reset every ten minutes; if that happens now, this is repeated.
  await expect(async () => {
    await Promise.all(Array.from({ length: limit }, askFromPage));
    await input.fill(question);
    await input.press('Enter');
    await expect(panel.getByText(t('chat:errors.too_many_questions')).first()).toBeVisible();
  }).toPass({ timeout: 60_000 });
  const again = panel.getByRole('button', {
    name: t('chat:panel.retryIn', { seconds: 0 }).replace(/\(.*/, ''),
  });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
});

/** A question sent by the site's own page. */
async function askFromPage(): Promise<void> {
  await fetch(`${product.url}/api/uz/chatbot`, {
    method: 'POST',
    headers: { origin: site.url, 'content-type': 'application/json' },
    body: JSON.stringify({ message: question }),
  });
}
