import type { FrameLocator, Page } from '@playwright/test';
import {
  applyFormOf,
  serveApplyPage,
  startGateway,
  type ApplyObservations,
  type Gateway,
} from './support/apply.ts';
import { accessibilityIssuesAt } from './support/screens.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

const person = {
  last_name: 'Oʻrinboyev',
  first_name: 'Anvar',
  personal_number: '31210632040244',
  phone: '90 123 45 67',
};
const request = 'Tomimiz oqyapti, taʼmirlashga yordam kerak.';
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
});
type Translate = ReturnType<typeof textsIn>;

let site: Site;
let gateway: Gateway;
let product: Server;
// In one worker, which starts a single server.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startSite();
  gateway = await startGateway();
  product = await startProduct(
    deploymentWith((deployment) => {
      deployment.allowedOrigins = [site.url];
      deployment.plugins['intake'] = {
        config: {
          visitors: true,
          proofBits: 10,
          gateway: gateway.address,
          limits: { person: 1, status: 12 },
        },
      };
    }),
  );
});
test.afterAll(async () => {
  gateway?.close();
  await Promise.all([product?.close(), site?.close()]);
});

/** Opens the page of the site; an uncaught error fails the test. */
async function visit(page: Page, host: Parameters<typeof serveApplyPage>[2] = {}) {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  serveApplyPage(site, product, host);
  await page.goto(`${site.url}/host`);
  const form = applyFormOf(page);
  await expect(form.locator('.ka-form')).toBeVisible({ timeout: 60_000 });
  return { form, errors };
}

const noticedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { noticed: ApplyObservations }).noticed);

/** The widget's data stored by the site's page. */
const storedBy = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** The same, once it contains the last change. */
async function settledIn(page: Page): Promise<string> {
  let last = '';
  await expect
    .poll(
      async () => {
        const now = await storedBy(page);
        const isSame = now === last;
        last = now;
        return isSame;
      },
      { intervals: [700] },
    )
    .toBe(true);
  return last;
}

async function fillPerson(form: FrameLocator, translate: Translate = t, who: object = person): Promise<void> {
  for (const [name, text] of Object.entries(who)) {
    await form
      .getByRole('textbox', { name: new RegExp(`^${translate(`apply:panel.fields.${name}`)}`) })
      .fill(text);
  }
}

async function fillIn(form: FrameLocator, who: object, translate: Translate = t): Promise<void> {
  const next = form.getByRole('button', { name: translate('apply:panel.next') });
  await fillPerson(form, translate, who);
  await next.click();
  await form.getByLabel(translate('apply:panel.fields.neighborhood_id')).selectOption({ index: 1 });
  await form.getByLabel(translate('apply:panel.fields.employment_status')).selectOption('unemployed');
  await next.click();
  await form.getByLabel(translate('apply:panel.fields.planned_assistance')).fill(request);
  await next.click();
}

test('two forms on one page store a draft each', async ({ page }) => {
  serveApplyPage(site, product, { body: '<komak-apply></komak-apply>' });
  await page.goto(`${site.url}/host`);
  const lastNameOf = (index: number) =>
    page
      .locator('komak-apply')
      .nth(index)
      .locator('iframe')
      .contentFrame()
      .getByRole('textbox', { name: new RegExp(`^${t('apply:panel.fields.last_name')}`) });
  await lastNameOf(0).fill('Birinchi');
  await lastNameOf(1).fill('Ikkinchi');
  await settledIn(page);
  await page.reload();
  await expect(lastNameOf(0)).toHaveValue('Birinchi');
  await expect(lastNameOf(1)).toHaveValue('Ikkinchi');
});

test('by keyboard alone on a hostile page: invalid fields, a reload, a code to the phone, the status', async ({
  page,
}) => {
  const { form, errors } = await visit(page, { hostile: true });
  const heading = (step: string) => form.getByRole('heading', { name: t(`apply:panel.steps.${step}`) });
  let before = '';
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await test.step('an empty step leads to its first wrong field', async () => {
    await form.getByLabel(t('apply:panel.fields.last_name')).focus();
    await press('Enter');
    await expect(form.getByRole('alert').first()).toContainText(t('apply:panel.invalidFields', { count: 4 }));
    await expect(form.getByLabel(t('apply:panel.fields.last_name'))).toBeFocused();
    await expect(form.getByText(t('apply:panel.problems.document'))).toBeVisible();
  });

  await test.step('each step moves the focus to its heading', async () => {
    await page.keyboard.type(person.last_name);
    await press('Tab');
    await page.keyboard.type(person.first_name);
    await press('Tab', 'Tab');
    await page.keyboard.type(person.personal_number);
    await press('Tab', 'Tab');
    await page.keyboard.type(person.phone);
    await press('Enter');
    await expect(heading('place')).toBeFocused();
    await press('Tab', 'ArrowDown', 'Tab', 'ArrowDown', 'Tab', 'Enter');
    await expect(heading('request')).toBeFocused();
    await expect.poll(() => storedBy(page)).not.toBe('[{},{}]');
    before = await settledIn(page);
    await press('Tab');
    await page.keyboard.insertText(request);
  });

  await test.step('a reload keeps what was typed, which the page cannot read', async () => {
    await expect.poll(() => storedBy(page)).not.toBe(before);
    await page.reload();
    await expect(form.getByLabel(t('apply:panel.fields.planned_assistance'))).toHaveValue(request);
    const stored = await storedBy(page);
    expect(stored).toContain('komak-apply:');
    expect(stored).not.toMatch(/Anvar|31210632040244|Tomimiz/);
    await form.getByLabel(t('apply:panel.fields.planned_assistance')).focus();
    await press('Tab', 'Tab', 'Tab', 'Enter');
    await expect(heading('review')).toBeFocused();
  });

  await test.step('a code verifies the phone', async () => {
    await form.getByRole('button', { name: t('apply:panel.phone.send') }).press('Enter');
    await expect(form.getByRole('status')).toContainText(t('apply:panel.phone.sent'));
    await form.getByLabel(t('apply:panel.phone.code')).fill(gateway.readCode());
    await press('Enter');
    await expect(form.getByText(t('apply:panel.phone.done')).first()).toBeVisible();
  });

  const code = await test.step('the receipt has the focus, and the draft is gone', async () => {
    await form.getByRole('button', { name: t('apply:panel.submit') }).press('Enter');
    await expect(form.getByRole('heading', { name: t('apply:panel.receipt.title') })).toBeFocused();
    await expect(form.getByText(t('apply:panel.receipt.verified'))).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    const secret = await form.locator('.ka-secret dd').allInnerTexts();
    // Shown once: a reload of the open tab does not lose it.
    await page.reload();
    await expect(form.locator('.ka-secret dd').first()).toHaveText(secret[0] ?? '');
    return secret;
  });

  await test.step('number and code show the status; the surrounding page reads neither', async () => {
    await form.getByRole('button', { name: t('apply:panel.receipt.status') }).press('Enter');
    await expect(form.getByText(t('apply:panel.status.values.created'))).toBeVisible();
    await form.getByLabel(t('apply:panel.status.code')).fill('aaaaa-aaaaa');
    await press('Enter');
    await expect(form.getByRole('alert')).toContainText(t('intake:errors.no_such_case'));
    await expect(form.locator('.ka-application')).toHaveCount(0);
    const seen = await noticedBy(page);
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`Anvar|31210632040244|${code[1]}`));
    expect(seen.violations).toEqual([]);
    expect(errors).toEqual([]);
  });
});

test('a late response about one application does not replace that about another', async ({ page }) => {
  const slow = Promise.withResolvers<void>();
  await page.route('**/api/uz/intake/status', async (route) => {
    const { number } = route.request().postDataJSON() as { number: string };
    if (number === '1') await slow.promise;
    const rest = { cancel_time: null, late: false, verified: false, asks: [], letters: [] };
    const json = {
      number: Number(number),
      status: 'created',
      created_at: '2026-01-01T00:00:00.000Z',
      ...rest,
    };
    await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
  });
  const { form } = await visit(page);
  await form.getByRole('button', { name: t('apply:panel.views.status') }).click();
  const number = form.getByLabel(t('apply:panel.status.number'));
  await number.fill('1');
  await form.getByLabel(t('apply:panel.status.code')).fill('aaaaa-aaaaa');
  await number.press('Enter');
  await number.fill('2');
  await number.press('Enter');
  const titleOf = (id: string) => t('apply:panel.status.title', { number: id });
  await expect(form.getByRole('heading', { name: titleOf('000002') })).toBeVisible();
  const late = page.waitForResponse('**/api/uz/intake/status');
  slow.resolve();
  await late;
  await expect(form.getByRole('heading', { name: titleOf('000002') })).toBeVisible();
  await expect(form.getByRole('heading', { name: titleOf('000001') })).toHaveCount(0);
});

test('a lost connection, an aborted upload, a removed element and a limit lose nothing and are explained', async ({
  page,
  context,
}) => {
  // Another person, since applications are counted by person.
  const other = { ...person, personal_number: '30403750030076' };
  const { form } = await visit(page);
  await test.step('only the aborted file is sent again', async () => {
    await fillIn(form, other);
    await form.getByRole('button', { name: t('apply:panel.back') }).click();
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    await page.route('**/api/uz/intake/files', async (route) => {
      await held;
      await route.abort();
    });
    await form.locator('input[type="file"]').setInputFiles([pdf('ariza.pdf')]);
    await expect(form.getByRole('progressbar')).toBeVisible();
    release();
    await expect(form.getByText(t('apply:panel.files.failed'))).toBeVisible();
    await page.unroute('**/api/uz/intake/files');
    await form.getByRole('button', { name: t('apply:panel.files.retry', { name: 'ariza.pdf' }) }).click();
    await expect(form.getByRole('status')).toContainText(
      t('apply:panel.files.sentOf', { name: 'ariza.pdf' }),
    );
    await form
      .locator('input[type="file"]')
      .setInputFiles(['b', 'c', 'd', 'e', 'f'].map((name) => pdf(`${name}.pdf`)));
    await expect(form.getByRole('alert')).toContainText('f.pdf');
    await expect(form.locator('.ka-files li progress')).toHaveCount(0);
  });

  await test.step('the element is removed from the page and added again', async () => {
    await settledIn(page);
    await page.evaluate(() => {
      const element = document.querySelector('komak-apply');
      const place = element?.parentNode;
      element?.remove();
      if (element) place?.append(element);
    });
    await expect(form.getByLabel(t('apply:panel.fields.planned_assistance'))).toHaveValue(request);
    await expect(form.locator('.ka-files li')).toHaveCount(5);
  });

  await test.step('waits while offline; retries an unresponsive server', async () => {
    await form.getByRole('button', { name: t('apply:panel.next') }).click();
    await context.setOffline(true);
    await expect(form.getByText(t('apply:panel.offline')).first()).toBeVisible();
    await expect(form.getByRole('button', { name: t('apply:panel.submit') })).toBeDisabled();
    await context.setOffline(false);
    // The notice disappears, and the content below moves up.
    await expect(form.getByText(t('apply:panel.offline'))).toHaveCount(0);
    await page.route('**/api/uz/intake/applications', (route) => route.abort());
    await form.getByRole('button', { name: t('apply:panel.submit') }).click();
    await expect(form.getByRole('alert')).toContainText(t('apply:panel.failures.network'));
    await page.unroute('**/api/uz/intake/applications');
    await form.getByRole('button', { name: t('apply:panel.submit') }).click();
    await expect(form.getByRole('heading', { name: t('apply:panel.receipt.title') })).toBeVisible();
  });

  await test.step('the second application of a person in a day is rejected with an explanation', async () => {
    await form
      .locator('.ka-receipt')
      .getByRole('button', { name: t('apply:panel.receipt.another') })
      .click();
    await fillIn(form, other);
    await form.getByRole('button', { name: t('apply:panel.submit') }).click();
    await expect(form.getByRole('alert')).toContainText(t('intake:errors.too_many'));
  });

  await test.step('all is deleted after a confirmation only, and the focus stays in the form', async () => {
    const clear = form.getByRole('button', { name: t('apply:panel.clear') });
    const question = form.getByRole('group', { name: t('apply:panel.draft.clearText') });
    await clear.click();
    const cancel = question.getByRole('button', { name: t('apply:panel.draft.clearCancel') });
    await expect(cancel).toBeFocused();
    await cancel.click();
    await expect(question).toHaveCount(0);
    await expect(clear).toBeFocused();
    await expect(form.getByRole('alert')).toContainText(t('intake:errors.too_many'));
    await clear.click();
    await question.getByRole('button', { name: t('apply:panel.clear') }).click();
    await expect(form.getByLabel(t('apply:panel.fields.last_name'))).toHaveValue('');
    await expect(form.getByRole('heading', { name: t('apply:panel.steps.person') })).toBeFocused();
  });
});

test('on the page of the server itself: on a phone, in Russian, dark, accessible at every step', async ({
  browser,
}) => {
  const translate = textsIn('ru');
  const context = await browser.newContext({
    viewport: { width: 375, height: 740 },
    colorScheme: 'dark',
    hasTouch: true,
  });
  const page = await context.newPage();
  const response = await page.goto(`${product.url}/apply?lang=ru`);
  expect(response?.status()).toBe(200);
  const form = applyFormOf(page);
  await expect(form.locator('.ka-form')).toBeVisible({ timeout: 60_000 });
  const check = async (name: string) => {
    await page.screenshot({ path: `test-results/screenshots/apply-${name}.png`, fullPage: true });
    expect.soft(await accessibilityIssuesAt(page), name).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, name).toBeLessThanOrEqual(375);
  };
  await form.getByRole('button', { name: translate('apply:panel.next') }).click();
  await check('wrong');
  await fillPerson(form, translate);
  await form.getByLabel(translate('apply:panel.fields.personal_number')).fill('40504900400016');
  await form.getByRole('button', { name: translate('apply:panel.next') }).click();
  await check('place');
  await form.getByLabel(translate('apply:panel.fields.neighborhood_id')).selectOption({ index: 1 });
  await form.getByLabel(translate('apply:panel.fields.employment_status')).selectOption('disabled');
  await form.getByRole('button', { name: translate('apply:panel.next') }).click();
  await form.getByLabel(translate('apply:panel.fields.planned_assistance')).fill(request);
  await form.locator('input[type="file"]').setInputFiles([pdf('ariza.pdf')]);
  await expect(form.locator('.ka-files li progress')).toHaveCount(0);
  await check('need');
  await form.getByRole('button', { name: translate('apply:panel.next') }).click();
  await check('review');
  await form.getByRole('button', { name: translate('apply:panel.submit') }).click();
  await expect(form.getByText(translate('apply:panel.receipt.unverified'))).toBeVisible();
  await check('receipt');
  await form.getByRole('button', { name: translate('apply:panel.receipt.status') }).click();
  await expect(form.locator('.ka-application')).toBeVisible();
  await check('status');
  await context.close();
});

test('a site that is not listed gets no form and an explanation', async ({ page }) => {
  const other = site.url.replace('127.0.0.1', 'localhost');
  serveApplyPage(site, product);
  await page.clock.install();
  await page.goto(`${other}/host`);
  await page.clock.runFor(61_000);
  await expect(page.locator('komak-apply').getByText(t('apply:loader.failed'))).toBeVisible();
  await expect(
    page.locator('komak-apply').getByRole('button', { name: t('apply:loader.retry') }),
  ).toBeVisible();
});
