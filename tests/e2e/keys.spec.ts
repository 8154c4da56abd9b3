import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { composerOf, expectToast, png, timelineOf } from './support/applications.ts';
import { checkScreen } from './support/check-screen.ts';
import { chooseMore } from './support/citizens.ts';
import { startProduct, type Server } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

/** A separate server, whose applications nobody else accepts. */
let server: Server;
let api: Api;
test.beforeAll(async () => {
  server = await startProduct();
  api = new Api(server.url);
});
test.afterAll(() => server.close());

const idIn = (page: Page) => Number(/applications\/(\d+)/.exec(page.url())?.[1]);
interface Case {
  readonly status: { readonly status: string };
  readonly actions: readonly { readonly message?: { readonly message: string } | null }[];
}

test('twenty new applications are read, accepted and answered by keyboard alone', async ({ open }) => {
  for (let sent = 0; sent < 20; sent++) {
    await api.sendApplication({ last_name: `Navbatova${sent}`, planned_assistance: `Koʻmir kerak ${sent}` });
  }
  const page = await open(server.url, 'operator', { path: '/work' }, api);
  const fresh = page.getByRole('region', { name: new RegExp(`^${t('work:groups.new.title')}`) });
  await fresh.getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/applications\/\d+\/timeline/);
  // On the work page, which is left, each new application has its own accept button.
  await expect(fresh).toBeHidden();

  const answered: number[] = [];
  for (let place = 0; place < 20; place++) {
    await test.step(`application ${place + 1}`, async () => {
      const id = idIn(page);
      await expect(page.getByRole('button', { name: t('applications:detail.accept') })).toBeEnabled();
      // Shown once keys are used.
      await expect(page.getByRole('button', { name: t('applications:commands.next') })).toBeVisible();
      await page.keyboard.press('a');
      await expectToast(page, t('applications:detail.statusChanged'));
      await page.keyboard.press('m');
      await expect(composerOf(page)).toBeFocused();
      await page.keyboard.type(`Koʻrib chiqamiz ${place}`);
      await page.keyboard.press('Enter');
      await expect(timelineOf(page)).toContainText(`Koʻrib chiqamiz ${place}`);
      await expect(composerOf(page)).toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(composerOf(page)).not.toBeFocused();
      await page.keyboard.press('j');
      await expect.poll(() => idIn(page)).not.toBe(id);
      answered.push(id);
    });
  }
  expect(new Set(answered).size).toBe(20);
  for (const [place, id] of answered.entries()) {
    const { status, actions } = await api.get<Case>(`applications/${id}`, 'operator');
    expect(status.status).toBe('accepted');
    expect(actions.map(({ message }) => message?.message)).toContain(`Koʻrib chiqamiz ${place}`);
  }

  await test.step('back to the previous one', async () => {
    await page.keyboard.press('k');
    await expect.poll(() => idIn(page)).toBe(answered.at(-1));
  });
});

test('a key acts on the visible application from the first moment', async ({ open }) => {
  const fresh: { readonly id: number }[] = [];
  for (const name of ['Ikkinchi', 'Birinchi']) fresh.push(await api.sendApplication({ last_name: name }));
  const [second, first] = fresh.map(({ id }) => id);
  const page = await open(server.url, 'operator', { path: '/applications/list' }, api);
  await page.locator(`a[href="/applications/${first}"]`).press('Enter');
  await expect(page.getByRole('button', { name: t('applications:commands.next') })).toBeVisible();
  await expect(timelineOf(page)).toBeVisible();

  await test.step('accept, as soon as the application is visible', async () => {
    const accepted = page.waitForResponse((response) =>
      response.url().endsWith(`applications/${second}/actions/statuses`),
    );
    const pressed = pressWhenSeen(page, 'a', 'Ikkinchi');
    await page.keyboard.press('j');
    await pressed;
    expect((await accepted).ok()).toBe(true);
  });

  await test.step('opens the next and the previous application', async () => {
    const pressed = pressWhenSeen(page, 'j', 'Birinchi');
    await page.keyboard.press('k');
    await pressed;
    await expect(page).toHaveURL(new RegExp(`/applications/${second}/timeline`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ikkinchi');
  });

  await test.step('by a button, and back by a key before the next frame', async () => {
    const previous = page.getByRole('button', { name: t('applications:commands.previous') });
    await previous.evaluate(async (button: HTMLElement) => {
      const before = location.pathname;
      button.click();
      // The router renders in a separate task: after these steps the address is new, but the page is not.
      for (let step = 0; step < 1000 && location.pathname === before; step++) await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ikkinchi');
    expect(idIn(page)).toBe(second);
  });
});

/** Presses a key as soon as a name is in the page, before the browser has painted it. */
async function pressWhenSeen(page: Page, key: string, name: string): Promise<void> {
  await page.evaluate(
    ([letter, words]) =>
      new Promise<void>((done) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('h1')?.textContent.includes(words)) return;
          observer.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: letter, bubbles: true }));
          done();
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    [key, name] as const,
  );
}

test('"next" moves from the last application of a page to the first of the next page, and reports the end of the list', async ({
  open,
}) => {
  interface ListPage {
    readonly items: readonly { readonly id: number }[];
    readonly total_pages: number;
  }
  const pageOf = (number: number) =>
    api.get<ListPage>(`applications?page=${number}&limit=20&sort_by=createdAt&sort_order=desc`, 'superadmin');
  const [first, second] = [await pageOf(1), await pageOf(2)];
  const page = await open(server.url, 'superadmin', { path: '/applications/list' }, api);
  const card = (id?: number) => page.locator(`a[href="/applications/${id}"]`);
  await card(first.items.at(-1)?.id).press('Enter');
  await page.getByRole('button', { name: t('applications:commands.next') }).press('Enter');
  await expect.poll(() => idIn(page)).toBe(second.items[0]?.id);
  await page.keyboard.press('k');
  await expect.poll(() => idIn(page)).toBe(first.items.at(-1)?.id);

  await page.goBack();
  await page.goto(`/applications/list?page=${first.total_pages}`);
  const last = (await pageOf(first.total_pages)).items.at(-1)?.id;
  await card(last).press('Enter');
  await expect(page.getByRole('button', { name: t('applications:commands.next') })).toBeVisible();
  await page.keyboard.press('j');
  await expectToast(page, t('applications:commands.noNext'));
  expect(idIn(page)).toBe(last);
});

test("the palette offers the page's actions, keys are shown, and can be disabled", async ({ open }) => {
  const translate = textsIn('ru');
  const { id } = await api.sendApplication({ last_name: 'Tugmayeva' });
  const path = `/applications/${id}/overview`;
  const page = await open(server.url, 'operator', { path, language: 'ru' }, api);
  const palette = page.getByRole('dialog', { name: translate('kernel:search.title') });
  const option = (name: string) => palette.getByRole('option', { name, exact: true });

  await test.step('accept, found by a word, runs', async () => {
    await expect(page.getByRole('button', { name: translate('applications:detail.accept') })).toBeEnabled();
    // These are offered shortly after the page is shown.
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(palette).toBeVisible();
      if (!(await option(translate('applications:commands.forward')).isVisible())) {
        await page.keyboard.press('Escape');
        await expect(palette).toHaveCount(0);
      }
      await expect(palette).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(palette.getByText(translate('kernel:search.actionsOnPage'))).toBeVisible();
    await expect(option(translate('applications:commands.forward'))).toBeVisible();
    await checkScreen(page, 'palette-here');
    await palette.getByRole('combobox').fill('принять');
    await expect(option(translate('applications:detail.accept'))).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expectToast(page, translate('applications:detail.statusChanged'));
    expect((await api.get<Case>(`applications/${id}`, 'operator')).status.status).toBe('accepted');
  });

  await test.step('a task is begun from another tab, with a Cyrillic layout too', async () => {
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'а', code: 'KeyF', bubbles: true, cancelable: true }),
      ),
    );
    await expect(page).toHaveURL(/\/timeline$/);
    await expect(
      page.getByRole('combobox', { name: translate('applications:composer.receiver') }),
    ).toBeFocused();
    // Keys typed in a field stay there.
    await composerOf(page, translate).press('j');
    await expect(composerOf(page, translate)).toHaveValue('j');
    await expect(page).toHaveURL(new RegExp(`/applications/${id}/timeline$`));
  });

  await test.step('a task for a colleague by name', async () => {
    const colleague = await api.get<{ readonly id: number; readonly last_name: string }>(
      'admins/admin',
      'operator2',
    );
    // In the message, the keys find quick replies.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(`поручение ${colleague.last_name}`);
    await expect(palette.getByRole('option').first()).toContainText(colleague.last_name);
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
    await expect(composerOf(page, translate)).toBeFocused();
    await expect(
      page.getByRole('combobox', { name: translate('applications:composer.receiver') }),
    ).toContainText(colleague.last_name);
  });

  await test.step('status opens the menu of possible statuses', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('s');
    await expect(
      page.getByRole('menuitem', { name: translate('applications:status.completed') }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
  });

  await test.step('the question mark shows the keys, and the slash opens the search', async () => {
    await page.keyboard.press('Shift+?');
    const keys = page.getByRole('dialog', { name: translate('kernel:keys.title') });
    await expect(keys).toContainText(translate('applications:commands.message'));
    await checkScreen(page, 'keys-dialog');
    await keys.getByRole('switch', { name: translate('kernel:keys.single') }).press('Space');
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
  });

  await test.step('disabled keys do nothing, after a reload too; Ctrl+K still opens the search', async () => {
    await page.reload();
    await expect(
      page.getByRole('button', { name: translate('applications:detail.changeStatus') }),
    ).toBeVisible();
    for (const key of ['m', '/', '?']) await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(composerOf(page, translate)).not.toBeFocused();
    await page.goto('/settings');
    await page.getByRole('switch', { name: translate('settings:appearance.singleKeys') }).check();
    await expect(
      page.getByRole('switch', { name: translate('settings:appearance.singleKeys') }),
    ).toBeChecked();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    // The same key on a keyboard with the Russian layout.
    await page.evaluate(() =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '.', code: 'Slash', bubbles: true })),
    );
    await expect(palette).toBeVisible();
  });
});

/** A new application with an image, opened from the list with its keys. */
async function openNew(page: Page): Promise<void> {
  const { id } = await api.sendApplication({}, 'operator', [png('hovli.png')]);
  await page.goto('/applications/list');
  await page.locator(`a[href="/applications/${id}"]`).press('Enter');
  await expect(page.getByRole('button', { name: t('applications:commands.next') })).toBeVisible();
  await expect(acceptOf(page)).toBeEnabled();
}

const acceptOf = (page: Page) => page.getByRole('button', { name: t('applications:detail.accept') });
const paletteOf = (page: Page) => page.getByRole('dialog', { name: t('kernel:search.title') });

test('keys do nothing to an application behind one of its pictures', async ({ open }) => {
  const page = await open(server.url, 'operator', { path: '/work' }, api);
  await openNew(page);
  await page.getByRole('button', { name: t('applications:detail.preview', { name: 'hovli.png' }) }).click();
  const preview = page.getByRole('dialog', { name: t('applications:preview.label') });
  await expect(preview).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(acceptOf(page)).toBeEnabled();
});

test('the palette over a picture can be used, and Escape closes one after the other', async ({ open }) => {
  const page = await open(server.url, 'operator', { path: '/work' }, api);
  await openNew(page);
  const thumbnail = page.getByRole('button', {
    name: t('applications:detail.preview', { name: 'hovli.png' }),
  });
  await thumbnail.click();
  const preview = page.getByRole('dialog', { name: t('applications:preview.label') });
  await expect(preview).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = paletteOf(page);
  await palette.getByRole('combobox').click({ timeout: 10_000 });
  await page.keyboard.type('ariza');
  await expect(palette.getByRole('combobox')).toHaveValue('ariza');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(preview).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await expect(thumbnail).toBeFocused();
});

test('the palette over a dialog offers pages, and no actions that would come later', async ({ open }) => {
  const page = await open(server.url, 'operator', { path: '/work' }, api);
  await openNew(page);
  await chooseMore(page, t('applications:more.label'), t('applications:more.transfer'));
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByText(t('kernel:search.pages'), { exact: true })).toBeVisible();
  await expect(paletteOf(page).getByText(t('kernel:search.actionsOnPage'))).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keys and the palette act on an application after the assistant was opened and closed', async ({
  open,
}) => {
  const page = await open(server.url, 'operator', { path: '/work' }, api);
  await openNew(page);
  await page.getByRole('button', { name: t('chat:loader.open') }).click();
  await expect(page.getByRole('textbox', { name: t('chat:panel.input') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('a');
  await expectToast(page, t('applications:detail.statusChanged'));
  await page.keyboard.press('Control+k');
  await paletteOf(page).getByRole('combobox').fill(t('applications:commands.message'));
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toHaveCount(0);
  await expect(composerOf(page)).toBeFocused();
});
