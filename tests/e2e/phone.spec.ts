import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { cardOf, cardsOf, composerOf, expectToast, padId } from './support/applications.ts';
import { seriousAccessibilityIssuesOf } from './support/axe.ts';
import { expectNothingUnder } from './support/covered.ts';
import { chooseLanguage, goTo } from './support/pages.ts';
import { startProduct, type Server } from './support/server.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';
import { swipe } from './support/touch.ts';

const phone = { viewport: { width: 375, height: 812 }, touch: true } as const;
const [far, near] = [200, 60];

const acceptOf = (row: Locator, id: number, translate = t) =>
  row.getByRole('button', { name: translate('applications:triage.acceptOf', { number: padId(id) }) });
const forwardOf = (row: Locator, id: number, translate = t) =>
  row.getByRole('button', { name: translate('applications:triage.forwardOf', { number: padId(id) }) });
/** Confirms a swipe's question; by a click, since Chromium takes a tap right after a swipe as a part of it. */
const confirm = (dialog: Locator) =>
  dialog.getByRole('button', { name: t('applications:triage.accept') }).click();
const requestedIds = (page: Page, id: number, translate = t) =>
  page.getByRole('alertdialog', {
    name: translate('applications:triage.confirmTitle', { number: padId(id) }),
  });
const sheetOf = (page: Page, id: number, translate = t) =>
  page.getByRole('dialog', { name: translate('applications:triage.forwardTitle', { number: padId(id) }) });
const statusIs = (row: Locator, status: string, translate = t) =>
  expect(row).toContainText(translate(`applications:status.${status}`));

/** The position of a row: its name and that of its first element. */
const placeOf = (row: Locator) =>
  row.evaluate((element) => Math.round(element.firstElementChild?.getBoundingClientRect().left ?? 0));

/** The list with a few unaccepted applications; newest first. */
async function openList(as: (login: 'operator', start: object) => Promise<Page>, api: Api, count: number) {
  const ids: number[] = [];
  for (let number = 0; number < count; number++) ids.push((await api.sendApplication()).id);
  const page = await as('operator', { path: '/applications/list', ...phone });
  await expect(acceptOf(cardOf(page, ids[0] ?? 0), ids[0] ?? 0)).toBeVisible();
  return { page, ids: ids.toReversed() as [number, ...number[]] };
}

test('a swipe to the right accepts a card after confirmation, and a swipe back does nothing', async ({
  as,
  api,
}) => {
  const { page, ids } = await openList(as, api, 1);
  const [id] = ids;
  const card = cardOf(page, id);
  await untilLive(page);
  const rest = await placeOf(card);

  await test.step('shows its action under the card, and moves the card', async () => {
    await swipe(card, {
      by: [far, 0],
      back: [-far, 0],
      whileHeld: async () => {
        await expect(card.locator('[data-side="right"][data-armed]')).toContainText(
          t('applications:triage.accept'),
        );
        expect(await placeOf(card)).toBeGreaterThan(rest + 100);
      },
    });
  });

  await test.step('a swipe back or a short one does nothing', async () => {
    await swipe(card, { by: [near, 0] });
    await expect(card.locator('[data-side]')).toHaveCount(0);
    // It moves back.
    await expect.poll(() => placeOf(card)).toBe(rest);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/applications\/list$/);
    await statusIs(card, 'created');
  });

  await test.step('a scrolling finger moves the page and no card', async () => {
    const before = await page.evaluate(() => scrollY);
    await swipe(card, { by: [25, -far], whileHeld: async () => expect(await placeOf(card)).toBe(rest) });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + near);
    await expect(card.locator('[data-side]')).toHaveCount(0);
    await statusIs(card, 'created');
  });

  await test.step('declining changes nothing; confirming accepts', async () => {
    await swipe(card, { by: [far, 0] });
    await expect(requestedIds(page, id)).toContainText(t('applications:triage.confirmText'));
    expect(await smallTargetsOf(page)).toEqual([]);
    expect(await seriousAccessibilityIssuesOf(page)).toEqual([]);
    await requestedIds(page, id).getByRole('button').first().click();
    await expect(requestedIds(page, id)).toHaveCount(0);
    await statusIs(card, 'created');
    await swipe(card, { by: [far, 0] });
    await confirm(requestedIds(page, id));
    await expectToast(page, t('applications:triage.accepted', { number: padId(id) }));
    await statusIs(card, 'accepted');
    const { status } = await api.get<{ status: { status: string } }>(`applications/${id}`, 'operator');
    expect(status.status).toBe('accepted');
  });

  await test.step('an accepted application does not offer to accept', async () => {
    await expect(acceptOf(card, id)).toHaveCount(0);
    await swipe(card, {
      by: [far, 0],
      whileHeld: async () => {
        await expect(card.locator('[data-side]')).toHaveCount(0);
        expect(await placeOf(card)).toBe(rest);
      },
    });
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});

for (const language of ['uz', 'ru'] as const) {
  test(`a swipe to the left forwards, each swipe has a button, and all targets are large enough, in ${language}`, async ({
    as,
    api,
  }) => {
    const translate = textsIn(language);
    const { id } = await api.sendApplication();
    const { id: other } = await api.sendApplication();
    const theme = language === 'uz' ? 'light' : 'dark';
    const page = await as('operator', { path: '/applications/list', language, theme, ...phone });
    const card = page.getByRole('listitem').filter({ hasText: padId(id) });
    await expect(acceptOf(card, id, translate)).toBeVisible();
    expect(await smallTargetsOf(page)).toEqual([]);
    expect(await seriousAccessibilityIssuesOf(page)).toEqual([]);

    await test.step('opens the forward sheet by a swipe', async () => {
      await swipe(card, {
        by: [-far, 0],
        whileHeld: () =>
          expect(card.locator('[data-side="left"][data-armed]')).toContainText(
            translate('applications:triage.forward'),
          ),
      });
      await expect(sheetOf(page, id, translate)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sheetOf(page, id, translate)).toHaveCount(0);
    });

    await test.step('by the button, to a colleague', async () => {
      await forwardOf(card, id, translate).tap();
      const sheet = sheetOf(page, id, translate);
      await sheet.getByRole('combobox').tap();
      await page.getByRole('option').first().tap();
      await sheet
        .getByRole('textbox', { name: translate('applications:composer.label') })
        .fill('Uyini koʻring.');
      expect(await smallTargetsOf(page)).toEqual([]);
      expect(await seriousAccessibilityIssuesOf(page)).toEqual([]);
      await sheet.getByRole('button', { name: translate('applications:composer.sendTask') }).tap();
      await expectToast(page, translate('applications:composer.taskSent'));
      await expect(sheet).toHaveCount(0);
      const { actions } = await api.get<{ actions: { action_type: string }[] }>(
        `applications/${id}`,
        'operator',
      );
      expect(actions.map(({ action_type }) => action_type)).toContain('forward');
    });

    await test.step('accepts by the button, without a question', async () => {
      const second = page.getByRole('listitem').filter({ hasText: padId(other) });
      await acceptOf(second, other, translate).tap();
      await expectToast(page, translate('applications:triage.accepted', { number: padId(other) }));
      await statusIs(second, 'accepted', translate);
    });
  });
}

test('a faster colleague is named, and the current case is shown', async ({ as, api }) => {
  const { page, ids } = await openList(as, api, 1);
  const [id] = ids;
  const card = cardOf(page, id);
  await swipe(card, { by: [far, 0] });
  await expect(requestedIds(page, id)).toBeVisible();
  await api.accept(id, 'operator2');
  await confirm(requestedIds(page, id));
  await expectToast(page, t('applications:errors.already_accepted'));
  await statusIs(card, 'accepted');
  await expect(acceptOf(card, id)).toHaveCount(0);
});

test('an accept is shown while the list is refetched, and is reverted when it is rejected', async ({
  as,
  api,
}) => {
  const { page, ids } = await openList(as, api, 1);
  const [id] = ids;
  // Not by the list's name, which changes with the language.
  const card = page.getByRole('listitem').filter({ hasText: padId(id) });
  const translate = textsIn('ru');
  const sent = page.waitForRequest((request) => request.url().endsWith(`/${id}/actions/statuses`));
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route(`**/applications/${id}/actions/statuses`, async (route) => {
    await held;
    await route.fulfill({ status: 422, json: { err: 'Boʻlmaydi.', code: 'invalid' } });
  });
  await acceptOf(card, id).tap();
  await sent;
  await statusIs(card, 'accepted');
  const readAgain = page.waitForResponse((response) => /\/applications\?/.test(response.url()));
  await chooseLanguage(page, 'ru');
  await readAgain;
  await statusIs(card, 'accepted', translate);
  await expect(acceptOf(card, id, translate)).toHaveCount(0);
  release();
  await expectToast(page, 'Boʻlmaydi.');
  await statusIs(card, 'created', translate);
  await expect(acceptOf(card, id, translate)).toBeVisible();
});

test.describe('the work page', () => {
  let server: Server;
  let api: Api;
  test.beforeAll(async () => {
    server = await startProduct();
    api = new Api(server.url);
  });
  test.afterAll(() => server.close());

  test('twenty new applications are triaged in sequence without opening one', async ({ open }) => {
    for (let number = 0; number < 20; number++) await api.sendApplication();
    const page = await open(server.url, 'operator', { path: '/work', ...phone }, api);
    const group = page.getByRole('region', { name: new RegExp(`^${t('work:groups.new.title')}`) });
    const rows = group.getByRole('listitem');
    await expect(rows.first().getByRole('button').first()).toBeVisible();
    expect(await smallTargetsOf(page)).toEqual([]);
    expect(await seriousAccessibilityIssuesOf(page)).toEqual([]);
    for (let number = 0; number < 20; number++) {
      const name = (
        await rows
          .first()
          .getByText(/№ \d{6}/)
          .first()
          .innerText()
      ).replaceAll(/\D/g, '');
      const row = rows.filter({ hasText: name });
      await swipe(row, { by: [far, 0] });
      await confirm(requestedIds(page, Number(name)));
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(row).toHaveCount(0);
      await expect(page).toHaveURL(/\/work$/);
    }
    await expect(cardsOf(page)).toHaveCount(0);
  });
});

test('the actions of an application are at the bottom of a phone, cover nothing, and yield to a keyboard', async ({
  as,
  api,
}) => {
  const { page, ids } = await openList(as, api, 2);
  const [id, older] = ids;
  await cardOf(page, id).getByRole('link').first().click();
  const bar = page.getByRole('region', { name: t('applications:triage.bar') });
  const press = (name: string) => bar.getByRole('button', { name, exact: true }).click();
  await expect(bar).toBeVisible();

  await test.step('covers nothing on any tab, is large enough and within reach', async () => {
    for (const tab of ['timeline', 'overview', 'personal', 'documents']) {
      await goTo(page, `/applications/${id}/${tab}`);
      await expectNothingUnder(page, '[data-application-bar]', tab);
      expect(await smallTargetsOf(page)).toEqual([]);
      expect(await seriousAccessibilityIssuesOf(page)).toEqual([]);
      const box = await bar.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phone.viewport.height);
    }
  });

  await test.step('accepts, and changes the status with a reason', async () => {
    await press(t('applications:detail.accept'));
    await expectToast(page, t('applications:detail.statusChanged'));
    await bar.getByRole('button', { name: new RegExp(t('applications:detail.changeStatus')) }).click();
    await page.getByRole('menuitem', { name: t('applications:status.rejected') }).click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('forwards on the timeline, where the bar yields to input', async () => {
    await press(t('applications:triage.forward'));
    await expect(page).toHaveURL(/\/timeline$/);
    await expect(page.getByRole('combobox', { name: t('applications:composer.receiver') })).toBeFocused();
    await composerOf(page).focus();
    await expect(bar).toBeHidden();
    await expect.poll(() => bottomOf(page.locator('[data-composer]'))).toBe(phone.viewport.height);
    await composerOf(page).blur();
    await expect(bar).toBeVisible();
  });

  await test.step('opens the next application', async () => {
    await press(t('applications:commands.next'));
    await expect(page).toHaveURL(new RegExp(`/applications/${older}/`));
    await expect(bar.getByRole('button', { name: t('applications:detail.accept') })).toBeVisible();
  });
});

async function bottomOf(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return Math.round((box?.y ?? 0) + (box?.height ?? 0));
}
