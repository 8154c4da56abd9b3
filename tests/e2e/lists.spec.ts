import type { ApplicationPage } from '#plugins/applications/contract.ts';
import { cardOf, cardsOf, choose, padId } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/applications/list';

test('shows twenty cards per page, with the page in the address', async ({ as, api }) => {
  const { length } = await api.get<ApplicationPage>('applications', 'operator');
  expect(length, 'the demonstration has more than two pages').toBeGreaterThan(40);
  const page = await as('operator', { path });
  await expect(cardsOf(page)).toHaveCount(20);
  const firstOfOne = await cardsOf(page).first().getByRole('link').innerText();

  await page
    .getByRole('navigation', { name: t('kernel:ui.pages') })
    .getByRole('button', { name: t('kernel:ui.page', { page: 2 }), exact: true })
    .click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(cardsOf(page)).toHaveCount(20);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(cardsOf(page).first().getByRole('link')).not.toHaveText(firstOfOne);
  const firstOfTwo = await cardsOf(page).first().innerText();

  await page.reload();
  await expect(cardsOf(page).first().getByRole('link')).toBeVisible();
  expect(firstLine(await cardsOf(page).first().innerText())).toBe(firstLine(firstOfTwo));
  await page.goBack();
  await expect(page).not.toHaveURL(/[?&]page=2/);
  await expect(cardsOf(page).first().getByRole('link')).toHaveText(firstOfOne);
});

test('a status filter shows exact counts, and the back button removes it', async ({ as, api }) => {
  const { length } = await api.get<ApplicationPage>('applications?status=completed', 'operator2');
  const page = await as('operator2', { path });
  await expect(cardsOf(page).first()).toBeVisible();
  const filter = page
    .getByRole('group', { name: t('applications:list.statusFilter') })
    .getByRole('button', { name: t('applications:status.completed') });
  await expect(filter).toContainText(String(length));
  await filter.click();
  await expect(page).toHaveURL(/[?&]status=completed/);
  await expect(filter).toHaveAttribute('aria-pressed', 'true');
  await expect(cardsOf(page)).toHaveCount(Math.min(length, 20));
  for (const card of await cardsOf(page).all()) {
    await expect(card).toContainText(t('applications:status.completed'));
  }
  await page.goBack();
  await expect(filter).toHaveAttribute('aria-pressed', 'false');
  await expect(cardsOf(page)).toHaveCount(20);
});

test('a pressed filter sends its request before the page is rendered, once, and shows the first cards first', async ({
  as,
}) => {
  const page = await as('operator', { path });
  await expect(cardsOf(page)).toHaveCount(20);
  const filter = page
    .getByRole('group', { name: t('applications:list.statusFilter') })
    .getByRole('button', { name: t('applications:status.completed') });
  await page.evaluate(() => {
    const watch = { addressesWhenSent: [] as string[], missing: 0 };
    Object.assign(globalThis, { watch });
    const send = globalThis.fetch;
    globalThis.fetch = (...call) => {
      const [address] = call;
      if (typeof address === 'string' && address.includes('status=completed'))
        watch.addressesWhenSent.push(location.search);
      return send(...call);
    };
    new MutationObserver(() => {
      const { length } = document.querySelectorAll('main ul > li[aria-hidden]');
      watch.missing = Math.max(watch.missing, length);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await filter.click();
  await expect(cardsOf(page).first()).toContainText(t('applications:status.completed'));
  await expect(cardsOf(page).locator('h2')).toHaveCount(20);
  const { addressesWhenSent, missing } = await page.evaluate(
    () => (globalThis as unknown as { watch: { addressesWhenSent: string[]; missing: number } }).watch,
  );
  // The address changes before the page is rendered.
  expect(addressesWhenSent).toEqual(['']);
  // Some of the other eleven may have been in the list before.
  expect(missing).toBeGreaterThan(0);
  expect(missing).toBeLessThanOrEqual(11);
});

test('search ignores the kind of apostrophe and can be cleared', async ({ as, api }) => {
  const { id } = await api.sendApplication({
    first_name: 'Oʻgʻiloy',
    last_name: 'Qoʻchqorova',
    salary: 'Kasanachilik',
  });
  const page = await as('operator', { path });
  await expect(cardsOf(page).first()).toBeVisible();
  const box = page.getByRole('searchbox', { name: t('applications:list.searchLabel') });
  await box.fill("qo'chqorova");
  await expect(page).toHaveURL(/[?&]search=/);
  await expect(cardOf(page, id)).toBeVisible();
  const all = page
    .getByRole('group', { name: t('applications:list.statusFilter') })
    .getByRole('button', { name: t('applications:list.all') });
  await expect(all, 'no count that knows nothing of the search').toHaveText(t('applications:list.all'));
  await box.fill('Қўчқорова');
  await expect(cardOf(page, id)).toBeVisible();

  await test.step('card expands in place and its tabs show the rest', async () => {
    const card = cardOf(page, id);
    await card.getByRole('button', { name: t('applications:list.detailsOf', { id: padId(id) }) }).click();
    const toggle = card.getByRole('button', { name: t('applications:list.collapseOf', { id: padId(id) }) });
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(card.getByRole('tab')).toHaveText([
      t('applications:list.tabs.general'),
      t('applications:list.tabs.author'),
      t('applications:list.tabs.status'),
      t('applications:list.tabs.receiver'),
    ]);
    await expect(card).toContainText('Kasanachilik');
    await card.getByRole('tab', { name: t('applications:list.tabs.receiver') }).click();
    await expect(card).toContainText(t('applications:list.noReceiver'));
    await expect(page, 'nothing opens').toHaveURL(new RegExp(`${path}\\?search=`));
  });

  // A response does not move the button under the pointer.
  const response = Promise.withResolvers<void>();
  await page.route('**/api/uz/applications?*', async (route) => {
    await response.promise;
    await route.continue();
  });
  const nobody = 'bunday odam yoʻq';
  await box.fill(nobody);
  await expect(page.getByText(t('applications:list.chip.search', { value: nobody }))).toBeVisible();
  await page.getByRole('button', { name: t('applications:list.clear') }).hover();
  await page.mouse.down();
  response.resolve();
  await expect(page.getByText(t('applications:list.noResultsTitle'))).toBeVisible();
  await page.mouse.up();
  await expect(box).toHaveValue('');
  await expect(cardsOf(page)).toHaveCount(20);
});

test('a neighbourhood filter is in the address, so that a link can be shared', async ({ as, api }) => {
  const neighborhood = await api.sharedNeighborhood();
  const options = await api.get<{ id: number; uz: { name: string } }[]>(
    'neighborhoods?pagination=false',
    'operator',
  );
  const name = options.find(({ id }) => id === neighborhood)?.uz.name ?? '';
  const page = await as('operator', { path });
  await expect(cardsOf(page).first()).toBeVisible();
  await choose(page, t('applications:list.neighborhoodFilter'), new RegExp(name));
  await expect(page).toHaveURL(new RegExp(`[?&]neighborhood=${neighborhood}`));

  const colleague = await as('operator2', { path: page.url() });
  await expect(cardsOf(colleague).first()).toBeVisible();
  for (const card of await cardsOf(colleague).all()) await expect(card).toContainText(name);
});

test('a list that fails to load can be retried', async ({ as }) => {
  const page = await as('operator', { path: '/settings' });
  await page.route('**/api/uz/applications?*', (route) => route.abort('connectionreset'));
  await page.goto(path);
  await expect(page.getByText(t('applications:list.errorTitle'))).toBeVisible();
  await page.unroute('**/api/uz/applications?*');
  await page
    .getByRole('button', { name: t('kernel:ui.retry') })
    .first()
    .click();
  await expect(cardsOf(page).first()).toBeVisible();
});

test('a filter whose list fails to load shows no rows of the list before', async ({ as }) => {
  const page = await as('operator', { path });
  await expect(cardsOf(page).first()).toBeVisible();
  await page.route('**/api/uz/applications?*', (route) => route.abort('connectionreset'));
  await page
    .getByRole('group', { name: t('applications:list.statusFilter') })
    .getByRole('button', { name: t('applications:status.completed') })
    .click();
  await expect(page).toHaveURL(/[?&]status=completed/);
  await expect(page.getByText(t('applications:list.errorTitle'))).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(0);
  await page.unroute('**/api/uz/applications?*');
  await page
    .getByRole('button', { name: t('kernel:ui.retry') })
    .first()
    .click();
  await expect(cardsOf(page).first()).toContainText(t('applications:status.completed'));
});

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
