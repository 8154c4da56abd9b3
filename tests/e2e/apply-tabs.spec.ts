import type { FrameLocator, Page } from '@playwright/test';
import { applyFormOf, serveApplyPage, untilStored } from './support/apply.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

let site: Site;
let product: Server;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await startSite();
  product = await startProduct(
    deploymentWith((deployment) => {
      deployment.allowedOrigins = [site.url];
      deployment.plugins['intake'] = { config: { visitors: true, proofBits: 10 } };
    }),
  );
});
test.afterAll(() => Promise.all([product?.close(), site?.close()]));

/** Opens the form, or waits for it after a reload. */
async function shown(page: Page, how: 'visit' | 'reload' = 'visit'): Promise<FrameLocator> {
  serveApplyPage(site, product);
  await (how === 'visit' ? page.goto(`${site.url}/host`) : page.reload());
  const form = applyFormOf(page);
  await expect(form.locator('.ka-form')).toBeVisible({ timeout: 60_000 });
  return form;
}

const nameIn = (form: FrameLocator) => form.getByLabel(new RegExp(`^${t('apply:panel.fields.last_name')}`));

/** Enters a name, which stays on the device. */
async function keep(page: Page, form: FrameLocator, name: string): Promise<void> {
  await nameIn(form).fill(name);
  await form.getByRole('checkbox', { name: t('apply:panel.draft.keep') }).check();
  await untilStored(page);
}

test('each tab keeps its own form, and a new one gets the newest that no tab shows', async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await keep(first, await shown(first), 'Birinchiyev');
  const other = await shown(second);
  await expect(nameIn(other), 'the form of an open tab is not offered to another one').toHaveValue('');
  await keep(second, other, 'Ikkinchiyev');

  await test.step('a reload shows what was typed in the same tab', async () => {
    await expect(nameIn(await shown(first, 'reload'))).toHaveValue('Birinchiyev');
    await expect(nameIn(await shown(second, 'reload'))).toHaveValue('Ikkinchiyev');
  });
  await test.step('new tabs get the forms of closed ones, the newest first', async () => {
    await first.close();
    await second.close();
    const [third, fourth, fifth] = [
      await context.newPage(),
      await context.newPage(),
      await context.newPage(),
    ];
    await expect(nameIn(await shown(third))).toHaveValue('Ikkinchiyev');
    await expect(nameIn(await shown(fourth))).toHaveValue('Birinchiyev');
    await expect(nameIn(await shown(fifth))).toHaveValue('');
    const form = applyFormOf(third);
    await form.getByRole('checkbox', { name: t('apply:panel.draft.keep') }).uncheck();
    // The other draft, with its time.
    await expect.poll(() => third.evaluate(() => localStorage.length)).toBe(2);
  });
  await context.close();
});
