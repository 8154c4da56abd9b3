import { readFile } from 'node:fs/promises';
import type { Download, FrameLocator, Page } from '@playwright/test';
import {
  identityClient,
  startIdentityService,
  type IdentityService,
} from '#kernel/testing/identity-service.ts';
import { Api } from './support/api.ts';
import { forgeApplyHere, forgeApplyThere, stealPort } from './support/apply-attacks.ts';
import {
  addressIn,
  applyFormOf,
  pdfOfSize as pdf,
  serveApplyPage,
  storedBy,
  untilStored,
  type ApplyObservations,
} from './support/apply.ts';
import { nothingReadable, readForbidden } from './support/chat-attacks.ts';
import { makeLetter } from './support/letters.ts';
import { accessibilityIssuesAt } from './support/screens.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const request = 'Tomimiz oqyapti, taʼmirlashga yordam kerak.';
let site: Site;
let service: IdentityService;
let product: Server;
let api: Api;
// In one worker, which starts a single server.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await startSite();
  service = await startIdentityService();
  process.env['KOMAK_ONEID_SECRET'] = identityClient.clientSecret;
  const { clientId, scope } = identityClient;
  product = await startProduct(
    deploymentWith((deployment) => {
      deployment.allowedOrigins = [site.url];
      deployment.plugins['one_id'] = { config: { address: service.address, clientId, scope } };
      deployment.plugins['intake'] = { config: { visitors: true, proofBits: 10, limits: { person: 50 } } };
    }),
  );
  delete process.env['KOMAK_ONEID_SECRET'];
  api = new Api(product.url);
});
test.afterAll(async () => {
  await Promise.all([product?.close(), site?.close(), service?.close()]);
});

/** Opens the page of the site; an uncaught error fails the test. */
async function visit(page: Page, host: Parameters<typeof serveApplyPage>[2] = {}): Promise<FrameLocator> {
  serveApplyPage(site, product, host);
  await page.goto(`${site.url}/host`);
  const form = applyFormOf(page);
  await expect(form.locator('.ka-form')).toBeVisible({ timeout: 60_000 });
  return form;
}

const noticedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { noticed: ApplyObservations }).noticed);
const frameOf = (page: Page) => page.frames().find((one) => one.url().includes('/widgets/komak-apply.html'));
const field = (form: FrameLocator, name: string) =>
  form.getByLabel(new RegExp(`^${t(`apply:panel.fields.${name}`)}`));
const button = (form: FrameLocator, key: string) =>
  form.getByRole('button', { name: t(`apply:panel.${key}`), exact: true });

async function fillPerson(form: FrameLocator, personal_number: string): Promise<void> {
  const person = { last_name: 'Oʻrinboyev', first_name: 'Anvar', personal_number, phone: '90 123 45 67' };
  for (const [name, text] of Object.entries(person)) await field(form, name).fill(text);
}

async function fillRest(form: FrameLocator): Promise<void> {
  await field(form, 'neighborhood_id').selectOption(String(await api.sharedNeighborhood()));
  await field(form, 'employment_status').selectOption('unemployed');
  await button(form, 'next').click();
  await field(form, 'planned_assistance').fill(request);
}

test('gives the page and its frames no access to the back-office, and does not reveal the address', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const office = await context.newPage();
  await office.goto(`${product.url}/login`);
  await office.evaluate(() => localStorage.setItem('access-token', 'a-secret'));
  await context.addCookies([{ name: 'secret', value: 'a-secret', url: product.url }]);
  const page = await context.newPage();
  const requests: { url: string; headers: Record<string, string> }[] = [];
  page.on('request', (one) => {
    if (!one.url().startsWith(`${product.url}/api/`)) return;
    void one.allHeaders().then((headers) => requests.push({ url: one.url(), headers }));
  });
  await visit(page);
  await expect.poll(() => requests.some(({ url }) => url.endsWith('/intake/form'))).toBe(true);
  for (const { url, headers } of requests) {
    expect(JSON.stringify([url, headers])).not.toMatch(/\/host|a-secret/);
    expect(headers).toMatchObject({ origin: 'null' });
    for (const name of ['authorization', 'referer', 'cookie']) expect(headers).not.toHaveProperty(name);
  }
  expect(await frameOf(page)?.evaluate(readForbidden, product.url)).toEqual(nothingReadable);
  await office.goto(`${product.url}/widgets/komak-apply.html?site=${encodeURIComponent(site.url)}`);
  expect(await office.evaluate(readForbidden, product.url)).toEqual(nothingReadable);
  expect(await office.locator('#panel').innerText()).toBe('');
  await context.close();
});

test('ignores 1,000 forged messages in each direction, and a page that has taken its port', async ({
  page,
}) => {
  site.put('/other', {
    type: 'text/html',
    headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
    body: '<!doctype html><title>other</title><script src="/other.js"></script>',
  });
  site.put('/other.js', { type: 'text/javascript', body: `(${forgeApplyThere.toString()})(1000);` });
  const form = await visit(page, {
    early: stealPort,
    frames: "'self'",
    body: '<iframe id="other" sandbox="allow-scripts" src="/other"></iframe>',
  });
  await fillPerson(form, '31210632040244');
  await expect.poll(() => storedBy(page)).toContain('komak-apply:');
  const height = (await page.locator('komak-apply iframe').boundingBox())?.height;
  const { messages } = await noticedBy(page);

  await page.evaluate(forgeApplyHere, 1000);
  await page.evaluate(() => {
    const other = document.querySelector<HTMLIFrameElement>('#other');
    if (other) other.src = '/other?again';
  });
  await frameOf(page)?.evaluate(forgeApplyThere, 1000);
  await expect
    .poll(async () => (await noticedBy(page)).messages.length - messages.length)
    .toBeGreaterThanOrEqual(3000);
  const lies = [
    { komak: 1, type: 'start', lang: 'ru', theme: 'dark', draft: 'forged' },
    { komak: 2, type: 'appearance', lang: 'ru', theme: 'dark' },
    { komak: 1, type: 'appearance', lang: 'ru', theme: 'dark', more: 1 },
    { komak: 1, type: 'appearance', lang: 'ru' },
    { komak: 1, type: 'appearance', lang: '<b>', theme: 'dark' },
  ];
  await page.evaluate((all) => {
    for (const message of all) (window as unknown as { lie(message: object): void }).lie(message);
  }, lies);
  expect((await noticedBy(page)).heard).toEqual(['ready null']);
  expect(await storedBy(page)).not.toContain('forged');
  expect((await page.locator('komak-apply iframe').boundingBox())?.height).toBe(height);
  await expect(field(form, 'last_name')).toHaveValue('Oʻrinboyev');
  const stolen = await page.evaluate(() =>
    JSON.stringify((window as unknown as { stolen: string[] }).stolen),
  );
  expect(stolen).not.toMatch(/Anvar|31210632040244|rinboyev/);

  await test.step('a hello message is accepted once, and a removed frame can be added again', async () => {
    await page.evaluate(() => {
      const { greetings } = window as unknown as { greetings: object[] };
      const { port2 } = new MessageChannel();
      postMessage(greetings[0], '*', [port2]);
    });
    await page.evaluate(() => {
      const element = document.querySelector('komak-apply');
      element?.shadowRoot?.querySelector('iframe')?.remove();
      element?.remove();
      if (element) document.querySelector('main')?.append(element);
    });
    await expect(field(form, 'last_name')).toHaveValue('Oʻrinboyev', { timeout: 60_000 });
  });

  await test.step('a draft sealed by another browser is ignored', async () => {
    const sealed = await page.evaluate(() => Object.values({ ...sessionStorage })[0] as string);
    const other = await page.context().browser()?.newContext();
    const stranger = await other?.newPage();
    if (!stranger) throw new Error('there is no second browser');
    await stranger.addInitScript(
      ([name, text]) => sessionStorage.setItem(name ?? '', text ?? ''),
      [`komak-apply:${new URL(product.url).host}`, sealed],
    );
    const empty = await visit(stranger);
    await expect(field(empty, 'last_name')).toHaveValue('');
    await other?.close();
  });
});

test('a draft ends with the tab, unless the user stores it on the device', async ({ browser }) => {
  const context = await browser.newContext();
  const first = await context.newPage();
  let form = await visit(first);
  await fillPerson(form, '31210632040244');
  await untilStored(first);
  expect(await first.evaluate(() => localStorage.length)).toBe(0);
  await first.reload();
  await expect(field(form, 'last_name')).toHaveValue('Oʻrinboyev', { timeout: 60_000 });
  await first.close();

  const next = await context.newPage();
  form = await visit(next);
  await expect(field(form, 'last_name')).toHaveValue('');
  await fillPerson(form, '31210632040244');
  await form.getByRole('checkbox', { name: t('apply:panel.draft.keep') }).check();
  // The draft, and when it was written.
  await expect.poll(() => next.evaluate(() => localStorage.length)).toBe(2);
  await untilStored(next);
  await next.close();
  const later = await context.newPage();
  form = await visit(later);
  await expect(field(form, 'last_name')).toHaveValue('Oʻrinboyev');
  await form.getByRole('checkbox', { name: t('apply:panel.draft.keep') }).uncheck();
  await expect.poll(() => later.evaluate(() => localStorage.length)).toBe(0);
  await context.close();
});

test('OneID fills in the person in a window, by keyboard, at 320 px, and reveals nothing to the page', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  const form = await visit(page);
  const link = () => form.getByRole('link', { name: t('apply:panel.identity.open') });
  const shoot = async (name: string, shown = page) => {
    await shown.screenshot({ path: `test-results/screenshots/apply-${name}.png`, fullPage: true });
    expect.soft(await accessibilityIssuesAt(shown), name).toEqual([]);
    expect(await shown.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320);
  };
  const openWindow = async () => {
    const opened = context.waitForEvent('page');
    await link().focus();
    await page.keyboard.press('Enter');
    const shown = await opened;
    await expect(shown.getByText(site.url)).toBeVisible({ timeout: 60_000 });
    return shown;
  };

  await test.step('a cancelled identification is reported, and can be repeated', async () => {
    service.setVisitor({ cancels: true });
    const shown = await openWindow();
    await expect(form.getByText(t('apply:panel.identity.waiting'))).toBeVisible();
    expect(await shown.evaluate(() => window.opener)).toBeNull();
    await shoot('identity-window', shown);
    await shown.getByRole('link', { name: t('intake:identity.continueToOneId') }).click();
    await expect(shown.getByRole('heading', { name: t('intake:identity.outcomes.cancelled') })).toBeVisible();
    await shown.close();
    await expect(form.getByRole('alert').first()).toContainText(
      t('apply:panel.identity.problems.cancelled'),
      { timeout: 60_000 },
    );
    await shoot('identity-cancelled');
  });

  await test.step('the identified person is shown, and cannot be edited', async () => {
    service.setVisitor({});
    const shown = await openWindow();
    await shown.getByRole('link', { name: t('intake:identity.continueToOneId') }).press('Enter');
    await expect(shown.getByRole('heading', { name: t('intake:identity.outcomes.done') })).toBeVisible();
    await shoot('identity-done', shown);
    await shown.close();
    await expect(form.getByText('GULNORA')).toBeVisible({ timeout: 60_000 });
    await expect(field(form, 'last_name')).toHaveCount(0);
    await shoot('identity-person');
  });

  await test.step('the rest by keyboard; the application is verified', async () => {
    await field(form, 'phone').focus();
    await page.keyboard.type('90 123 45 67');
    await page.keyboard.press('Enter');
    await fillRest(form);
    await button(form, 'next').press('Enter');
    await expect(form.getByRole('heading', { name: t('apply:panel.steps.review') })).toBeFocused();
    await shoot('identity-review');
    await button(form, 'submit').press('Enter');
    await expect(form.getByText(t('apply:panel.receipt.identified'))).toBeVisible({ timeout: 60_000 });
    await shoot('identity-receipt');
    expect(await storedBy(page)).not.toMatch(/GULNORA|RAHIMOVA/);
    const seen = await noticedBy(page);
    expect(JSON.stringify(seen)).not.toMatch(/GULNORA|RAHIMOVA/);
    expect(seen.violations).toEqual([]);
    const number = Number(await form.locator('.ka-secret dd').first().innerText());
    const found = await api.get<{ verified_by: string }>(`intake/applications/${number}`, 'operator');
    expect(found.verified_by).toBe('one_id');
  });
  await context.close();
});

test('over 3G: four steps with a file, its progress, and an interruption without loss', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 95_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  const form = await visit(page);
  await fillPerson(form, '40504900400016');
  await button(form, 'next').click();
  await fillRest(form);
  // Only on a page of another site is the frame a separate process; then it has its own network connection.
  const inFrame = await context.newCDPSession(frameOf(page) ?? page).catch(() => null);
  await inFrame?.send('Network.emulateNetworkConditions', slow);
  await form.locator('input[type="file"]').setInputFiles([pdf(1_500_000)]);
  const progress = form.getByRole('progressbar');
  await expect(progress).toBeVisible();
  await expect
    .poll(() => progress.evaluate((one) => (one as HTMLProgressElement).value), { timeout: 60_000 })
    .toBeGreaterThan(0);
  expect(await progress.evaluate((one) => (one as HTMLProgressElement).value)).toBeLessThan(100);
  await context.setOffline(true);
  await expect(form.getByText(t('apply:panel.files.failed'))).toBeVisible({ timeout: 60_000 });
  await expect(form.getByText(t('apply:panel.offline')).first()).toBeVisible();
  await expect(field(form, 'planned_assistance')).toHaveValue(request);
  await context.setOffline(false);
  await form.getByRole('button', { name: t('apply:panel.files.retry', { name: 'ariza.pdf' }) }).click();
  await expect(form.locator('.ka-files li').getByText(t('apply:panel.files.sent'))).toBeVisible({
    timeout: 120_000,
  });
  await button(form, 'next').click();
  await button(form, 'submit').click();
  await expect(form.getByRole('heading', { name: t('apply:panel.receipt.title') })).toBeVisible({
    timeout: 60_000,
  });
  const number = Number(await form.locator('.ka-secret dd').first().innerText());
  const { files } = await api.get<{ files: { name: string }[] }>(`applications/${number}`, 'operator');
  expect(files.map(({ name }) => name)).toEqual(['ariza.pdf']);
});

test('number and code show the status, the deadline, the requests and the letter, whose code can be checked too', async ({
  page,
}) => {
  const form = await visit(page);
  await fillPerson(form, '40402850020059');
  await button(form, 'next').click();
  await fillRest(form);
  await button(form, 'next').click();
  await button(form, 'submit').click();
  await expect(form.getByRole('heading', { name: t('apply:panel.receipt.title') })).toBeVisible({
    timeout: 60_000,
  });
  const number = Number(await form.locator('.ka-secret dd').first().innerText());
  await api.accept(number, 'operator');
  await api.write(
    'POST',
    `intake/applications/${number}/requests`,
    { text: 'Pasport nusxasini olib keling' },
    'operator',
  );
  const letter = await makeLetter(api, number);
  await button(form, 'receipt.status').click();
  const found = form.locator('.ka-application');
  await expect(found).toContainText(t('apply:panel.status.values.accepted'));
  const { cancel_time } = await api.get<{ cancel_time: string }>(`applications/${number}`, 'operator');
  const date = new Intl.DateTimeFormat('ru', {
    timeZone: 'Asia/Tashkent',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date(cancel_time));
  await expect(found).toContainText(t('apply:panel.status.deadline', { date }));
  await expect(found).toContainText('Pasport nusxasini olib keling');
  const download = new Promise<Download>((take) => {
    page.on('download', take);
    page.context().on('page', (shown) => void shown.on('download', take));
  });
  await found.getByRole('link', { name: /Arizangiz haqida/ }).click();
  const address = addressIn(await readFile(await (await download).path()));
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  await button(form, 'views.letter').click();
  const code = form.getByLabel(t('apply:panel.letter.code'));
  await code.fill('https://example.uz/api/uz/letters/check/yoq-bunday-kod');
  await code.press('Enter');
  await expect(found.getByRole('heading')).toHaveText(t('apply:panel.letter.verdicts.unknown'));
  await expect(found.getByRole('heading')).toBeFocused();
  await code.fill(await address);
  await code.press('Enter');
  await expect(found.getByRole('heading')).toHaveText(t('apply:panel.letter.verdicts.issued'));
  await expect(found).toContainText(letter.number);
  await expect(found).not.toContainText('rinboyev');
  const factsOf = async () => (await found.locator('dl').innerText()).replaceAll(/\s+/g, ' ');
  const day = letter.issued_on.split('-').toReversed().join('.');
  expect(await factsOf()).toContain(`${t('apply:panel.letter.date')} ${day}`);
  expect(await factsOf()).toContain(`${t('apply:panel.letter.office')} Urganch shahar hokimligi`);
  await page.screenshot({ path: 'test-results/screenshots/apply-letter.png', fullPage: true });
  expect.soft(await accessibilityIssuesAt(page), 'letter').toEqual([]);

  await test.step('a replaced letter names the later one, and a voided one is marked', async () => {
    const later = await makeLetter(api, number, { replaces_id: letter.id });
    await code.press('Enter');
    await expect(found.getByRole('heading')).toHaveText(t('apply:panel.letter.verdicts.replaced'));
    await expect(found).toContainText(t('apply:panel.letter.notes.replaced', { number: later.number }));
    await api.write('POST', `letters/${later.id}/void`, { reason: 'Manzil xato' }, 'operator');
    const file = await fetch(new URL(later.file.url, product.url));
    await code.fill(await addressIn(Buffer.from(await file.arrayBuffer())));
    await code.press('Enter');
    await expect(found.getByRole('heading')).toHaveText(t('apply:panel.letter.verdicts.voided'));
    await expect(found).not.toContainText('Manzil xato');
  });
});
