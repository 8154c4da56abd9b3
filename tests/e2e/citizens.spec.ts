import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { User } from '#plugins/users/contract.ts';
import { expectToast } from './support/applications.ts';
import { newJshshir, register } from './support/citizens.ts';
import { hold } from './support/hold.ts';
import {
  addButtonOf,
  answerConfirmation,
  dialogOf,
  inLanguage,
  rowOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import { testScreens } from './support/screens.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

for (const [language, translate] of inLanguage('ru')) {
  test(`the register: added, corrected by two, merged and separated, blocked, and imported from a sheet, in ${language}`, async ({
    as,
    api,
  }) => {
    const last = `Yusupova${uniqueMark().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
    const name = `${last} Nodira`;
    const number = newJshshir();
    const page = await as('superadmin', { path: '/users', language });

    await test.step('a new citizen: missing fields are reported, the number fills in the birthday', async () => {
      await addButtonOf(page, translate).click();
      const form = dialogOf(page, translate('users:form.addTitle'));
      await saveButtonOf(form, 'add', translate).click();
      await expect(form.getByText(translate('users:form.lastNameRequired'))).toBeVisible();
      await expect(form.locator('[aria-invalid="true"]').first()).toBeFocused();
      await form.locator('[name="personal_number"]').fill(number);
      await expect(
        form
          .getByRole('group', { name: translate('users:fields.birthday') })
          .locator('input')
          .nth(2),
      ).toHaveValue('1979');
      await form.locator('[name="last_name"]').fill(last);
      await form.locator('[name="first_name"]').fill('Nodira');
      await page.keyboard.press('Control+Enter');
      await expectToast(page, translate('users:form.added', { name }));
      await rowOf(page, name).first().getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByText(translate('users:detail.unfilled'))).toBeVisible();
    });
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));

    await test.step('two users change the same citizen: both versions are shown, and one is chosen', async () => {
      await untilLive(page);
      await page.getByRole('button', { name: translate('users:detail.edit') }).click();
      const form = dialogOf(page, translate('users:form.editTitle'));
      await form.getByRole('textbox', { name: translate('users:fields.phone') }).fill('901112233');
      const other = {
        last_name: last,
        first_name: 'Nodira',
        father_name: 'Karim qizi',
        personal_number: number,
      };
      await api.write('PUT', `users/${id}`, other, 'superadmin');
      await saveButtonOf(form, 'update', translate).click();
      const conflict = dialogOf(page, translate('kernel:records.conflict.title'));
      await expect(conflict).toContainText('Karim qizi');
      // A user changes it again while the other decides.
      await api.write('PUT', `users/${id}`, { ...other, father_name: 'Salim qizi' }, 'superadmin');
      const note = page.locator('output').filter({ hasText: translate('kernel:records.remoteChange.show') });
      await expect(note).toHaveCount(1);
      await conflict.getByRole('button', { name: translate('kernel:records.conflict.keepMine') }).click();
      await expect(conflict).toContainText('Salim qizi');
      await conflict.getByRole('button', { name: translate('kernel:records.conflict.keepMine') }).click();
      await expect(form).toBeHidden();
      await expect(page.getByRole('main')).toContainText('+998 (90) 111-22-33');
    });

    await test.step('a JSHSHIR of another citizen links to that one', async () => {
      const { personal_number: taken, id: owner } = await register(api);
      await page.getByRole('button', { name: translate('users:detail.edit') }).click();
      const form = dialogOf(page, translate('users:form.editTitle'));
      await form.locator('[name="personal_number"]').fill(taken ?? '');
      await saveButtonOf(form, 'update', translate).click();
      await expect(form.getByRole('link', { name: translate('users:form.openOwner') })).toHaveAttribute(
        'href',
        `/users/${owner}`,
      );
      await form.getByRole('button', { name: translate('kernel:records.cancel') }).click();
      await answerConfirmation(page, translate('kernel:records.discardTitle'), true, translate);
    });

    await test.step('a similar citizen is offered, merged after a comparison, and separated again', async () => {
      const twin = await register(api, {
        last_name: last,
        first_name: 'Нодира',
        personal_number: null,
        birthday: '1979-07-07',
        passport_series: 'AB',
        passport_number: '7654321',
      });
      await page.reload();
      await page
        .getByRole('button', { name: translate('users:detail.compare', { name: `${last} Нодира` }) })
        .click();
      const dialog = dialogOf(page, translate('users:merge.title'));
      await expect(dialog.getByRole('radio', { checked: true, name: /7654321/ })).toBeVisible();
      await dialog.getByRole('radio', { name: /Нодира/ }).check();
      await page.keyboard.press('Escape');
      await answerConfirmation(page, translate('kernel:records.discardTitle'), false, translate);
      await expect(dialog.getByRole('radio', { name: /Нодира/ })).toBeChecked();
      await dialog.getByRole('button', { name: translate('users:merge.submit') }).click();
      await expectToast(page, translate('users:merge.done'));
      await expect(page.getByRole('heading', { level: 1, name: `${last} Нодира` })).toBeVisible();
      await expect(page.getByRole('main')).toContainText('AB 7654321');
      await page
        .getByRole('button', { name: translate('users:detail.undo', { name: `${last} Нодира` }) })
        .click();
      await answerConfirmation(
        page,
        translate('users:merge.undoTitle', { name: `${last} Нодира` }),
        true,
        translate,
      );
      await expectToast(page, translate('users:merge.undone'));
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      const back = await api.get<User>(`users/${twin.id}`, 'superadmin');
      expect(back).toMatchObject({ first_name: 'Нодира', passport_number: '7654321' });
    });

    await test.step('a block has a reason, which another screen shows at once', async () => {
      const watcher = await as('superadmin', { path: `/users/${id}`, language });
      await untilLive(watcher);
      await page.getByRole('button', { name: translate('users:block'), exact: true }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: translate('kernel:ui.confirm') }).click();
      await expect(question.getByText(translate('users:blockReasonRequired'))).toBeVisible();
      await question.getByRole('textbox').fill('Qalbaki hujjat topshirgan');
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await page.getByRole('button', { name: translate('users:block'), exact: true }).click();
      await expect(question.getByRole('textbox')).toHaveValue('Qalbaki hujjat topshirgan');
      await question.getByRole('button', { name: translate('kernel:ui.confirm') }).click();
      for (const screen of [page, watcher]) {
        await expect(
          screen.getByText(translate('users:detail.blockedWhy', { reason: 'Qalbaki hujjat topshirgan' })),
        ).toBeVisible();
      }
    });

    await test.step('a sheet: its template, its rows with their errors, and the report', async () => {
      await page.goto('/users');
      await page.getByRole('link', { name: translate('users:import.open') }).click();
      const [template] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: translate('users:import.template.xlsx') }).click(),
      ]);
      await expect(page.locator('input[type="file"]')).toHaveJSProperty('multiple', false);
      const { sheets } = await readXlsx(new Uint8Array(await readFile(await template.path())));
      const header = (sheets[0]?.rows[0] ?? []).map(String);
      await upload(page, [
        header,
        [last, 'Malika', null, null, '901234567', null, newJshshir()],
        [last, 'Nodira', null, null, null, 'AC7777777', number],
        [last, 'Xato', null, null, null, null, '123'],
      ]);
      const table = page.getByRole('table', { name: translate('users:import.rows') });
      await expect(table.getByText(translate('users:import.new'))).toHaveCount(2);
      await expect(table.getByText(translate('users:import.merges'))).toHaveCount(1);
      await expect(table.getByText(translate('users:errors.jshshir_length'))).toBeVisible();
      const writing = await hold(page, /\/users\/imports$/, 'POST');
      await page
        .getByRole('button', { name: translate('users:import.write', { count: 2, number: '2' }) })
        .click();
      await writing.sent;
      await page
        .getByRole('main')
        .getByRole('link', { name: translate('users:menu.title'), exact: true })
        .click();
      await answerConfirmation(page, translate('kernel:leave.title'), false, translate);
      writing.go();
      await expect(
        page.getByText(translate('users:import.created', { count: 1, number: '1' })),
      ).toBeVisible();
      await expect(
        page.getByText(translate('users:import.completed', { count: 1, number: '1' })),
      ).toBeVisible();
      await expect(page.getByRole('table', { name: translate('users:import.skippedRows') })).toContainText(
        'Xato',
      );
      expect(await api.get<User>(`users/${id}`, 'superadmin')).toMatchObject({ passport_number: '7777777' });
    });
  });
}

test("saving one's own version succeeds, even if a remote change is announced during it", async ({
  as,
  api,
}) => {
  const { id, first_name, last_name, personal_number } = await register(api);
  const page = await as('superadmin', { path: `/users/${id}` });
  await untilLive(page);
  await page.getByRole('button', { name: t('users:detail.edit') }).click();
  const form = dialogOf(page, t('users:form.editTitle'));
  await form.getByRole('textbox', { name: t('users:fields.phone') }).fill('901112233');

  // The other user's changes are read late.
  let requestCount = 0;
  let announce = () => {};
  const announced = new Promise<void>((done) => (announce = done));
  await page.route(`**/api/uz/users/${id}`, async (route) => {
    if (route.request().method() === 'GET') {
      requestCount += 1;
      // The third read follows the rejected save, which has to read the other version unmasked.
      if (requestCount <= 2) await announced;
    }
    await route.continue();
  });
  const other = { first_name, last_name, personal_number, father_name: 'Karim qizi' };
  await api.write('PUT', `users/${id}`, other, 'superadmin');
  await expect.poll(() => requestCount).toBeGreaterThan(1);
  await saveButtonOf(form, 'update').click();
  const conflict = dialogOf(page, t('kernel:records.conflict.title'));
  await expect(conflict).toContainText('Karim qizi');
  announce();
  await expect(page.getByText(t('kernel:records.remoteChange.show'))).toBeVisible();
  await conflict.getByRole('button', { name: t('kernel:records.conflict.keepMine') }).click();
  await expect(form).toBeHidden();
  expect(await api.get<User>(`users/${id}`, 'superadmin')).toMatchObject({
    phone: '998901112233',
    father_name: null,
  });
});

async function upload(page: Page, rows: (string | null)[][]): Promise<void> {
  const content = await writeXlsx({ sheets: [{ name: 'a', rows }] });
  await page.locator('input[type="file"]').setInputFiles({
    name: 'fuqarolar.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(content),
  });
}

const twins = { last_name: 'Abdurahmonova-Yoʻldosheva', first_name: 'Muhabbatxon', birthday: '1983-03-08' };

testScreens([
  {
    name: 'users-detail',
    login: 'superadmin',
    path: '/users/:id',
    idOf: async (api) => {
      const { id } = await register(api, { ...twins, personal_number: newJshshir(twins.birthday) });
      await register(api, { ...twins, first_name: 'Мухаббатхон', personal_number: null });
      await api.write(
        'PUT',
        `users/user/${id}/block?blocked=true`,
        { reason: 'Qalbaki hujjat' },
        'superadmin',
      );
      return id;
    },
    ready: async (page, translate) => {
      await page
        .getByRole('button', { name: /Мухаббатхон/ })
        .first()
        .waitFor();
      await page.getByText(translate('users:detail.unmasked')).waitFor();
    },
  },
  {
    name: 'users-merge',
    login: 'superadmin',
    path: '/users/:id',
    idOf: async (api) => {
      const birthday = '1984-04-09';
      const { id } = await register(api, { ...twins, birthday, personal_number: newJshshir(birthday) });
      await register(api, { ...twins, birthday, first_name: 'Мухаббатхон', personal_number: null });
      return id;
    },
    ready: async (page) => {
      await page
        .getByRole('button', { name: /Мухаббатхон/ })
        .first()
        .click();
      await page.getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'users-form-wrong',
    login: 'superadmin',
    path: '/users?new',
    ready: async (page, translate) => {
      const form = dialogOf(page, translate('users:form.addTitle'));
      await saveButtonOf(form, 'add', translate).click();
      await form.getByText(translate('users:form.lastNameRequired')).waitFor();
    },
  },
  {
    name: 'users-import-rows',
    login: 'superadmin',
    path: '/users/import',
    ready: async (page, translate) => {
      await upload(page, [
        ['Familiya', 'Ism', 'JSHSHIR'],
        ['Abdurahmonova-Yoʻldosheva', 'Muhabbatxon', '123'],
      ]);
      await page.getByRole('table', { name: translate('users:import.rows') }).waitFor();
    },
  },
]);
