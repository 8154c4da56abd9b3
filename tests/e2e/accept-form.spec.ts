import type { Page } from '@playwright/test';
import type { ApplicationDetail, ApplicationPage } from '#plugins/applications/contract.ts';
import { employmentStatuses } from '#plugins/applications/contract.ts';
import { attach, cardOf, cardsOf, choose, expectToast, pdf, png } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/applications/accept';
const field = (page: Page, key: string) =>
  page.getByRole('textbox', {
    name: new RegExp(`^${t(`applications:${key}`)}( ${t('kernel:ui.required')})?$`),
  });
const submit = (page: Page) =>
  page.getByRole('button', { name: t('applications:accept.submit'), exact: true });

test('a person at the counter becomes an application', async ({ as, api }) => {
  const page = await as('operator', { path });
  await field(page, 'fields.personal_number').fill('31210632040244');
  await field(page, 'fields.first_name').fill('Sherzod');
  await field(page, 'fields.last_name').fill('Matyoqubov');
  await field(page, 'fields.father_name').fill('Ollaberganovich');
  await field(page, 'fields.passport_series').fill('ab');
  await field(page, 'fields.passport_number').fill('1234567');
  await field(page, 'fields.phone').fill('914312516');
  await choose(page, t('applications:fields.neighborhood'), /./);
  await choose(page, t('applications:fields.employment'), t('applications:employment.migration'));
  await field(page, 'salary.migration').fill('Qozogʻiston');
  await field(page, 'accept.message').fill('Qishga koʻmir kerak.');
  const picker = page.getByRole('button', { name: t('kernel:ui.pickFiles') });
  await attach(page, picker, pdf('ariza.pdf'), png('uy.png'));
  await expect(page.getByText('uy.png')).toBeVisible();
  await submit(page).click();

  await expectToast(page, t('applications:accept.sent'));
  await expect(page).toHaveURL(/\/applications\/list/);
  const list = await api.get<ApplicationPage>('applications?limit=5', 'operator');
  const made = list.items.find(
    ({ author }) => author.last_name === 'Matyoqubov' && author.first_name === 'Sherzod',
  );
  expect(made).toBeDefined();
  await expect(cardOf(page, made?.id ?? 0)).toContainText('Matyoqubov');

  const detail = await api.get<ApplicationDetail>(`applications/${made?.id}`, 'operator');
  expect(detail).toMatchObject({
    employment_status: 'migration',
    salary: 'Qozogʻiston',
    planned_assistance: 'Qishga koʻmir kerak.',
    author: {
      personal_number: '31210632040244',
      passport_series: 'AB',
      passport_number: '1234567',
      phone: '998914312516',
    },
  });
  expect(detail.files.map(({ name }) => name).toSorted()).toEqual(['ariza.pdf', 'uy.png']);
});

test('the form helps while it is filled in', async ({ as }) => {
  const page = await as('operator', { path });

  await test.step('a wrong JSHSHIR is told as soon as its field is left', async () => {
    await field(page, 'fields.personal_number').fill('123');
    await field(page, 'fields.first_name').focus();
    await expect(page.getByText(t('applications:accept.problems.length'))).toBeVisible();
    await field(page, 'fields.personal_number').fill('312106320402441234');
    await expect(field(page, 'fields.personal_number')).toHaveValue('31210632040244');
    await expect(page.getByText(t('applications:accept.problems.length'))).toBeHidden();
  });

  await test.step('empty, it says what is missing, at the field, and sends nothing', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/applications')) sent.push(request.url());
    });
    await submit(page).click();
    for (const problem of ['neighborhood_id', 'employment_status', 'planned_assistance']) {
      await expect(
        page.getByText(t(`applications:accept.problems.${problem}`), { exact: true }),
      ).toBeVisible();
    }
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    expect(sent).toEqual([]);
  });

  await test.step('the label of the income field follows the employment', async () => {
    for (const status of employmentStatuses) {
      await choose(page, t('applications:fields.employment'), t(`applications:employment.${status}`));
      await expect(field(page, `salary.${status}`)).toBeVisible();
    }
  });

  await test.step('one that nobody has is said so', async () => {
    await field(page, 'fields.personal_number').fill('40201902050010');
    await page.getByRole('button', { name: t('applications:accept.fetch') }).click();
    await expect(page.getByText(t('applications:accept.notFound'))).toBeVisible();
  });

  await test.step('the register fills in what it knows of one', async () => {
    await page.route('**/api/uz/users/lookup?*', (route) =>
      route.fulfill({
        json: {
          id: 1,
          first_name: 'Oygul',
          last_name: 'Qurbonova',
          father_name: 'Rustam qizi',
          phone: '998914302415',
          birthday: '1963-10-12',
          passport_series: 'AC',
          passport_number: '7654321',
          personal_number: '31210632040244',
        },
      }),
    );
    await field(page, 'fields.personal_number').fill('31210632040244');
    await page.getByRole('button', { name: t('applications:accept.fetch') }).click();
    await expect(field(page, 'fields.last_name')).toHaveValue('Qurbonova');
    await expect(field(page, 'fields.first_name')).toHaveValue('Oygul');
    await expect(field(page, 'fields.father_name')).toHaveValue('Rustam qizi');
    await expect(field(page, 'fields.passport_series')).toHaveValue('AC');
    await expect(field(page, 'fields.passport_number')).toHaveValue('7654321');
    await expect(field(page, 'fields.phone')).toHaveValue('+998 (91) 430-24-15');
  });
});

test('a check digit that does not fit is asked about, not refused', async ({ as }) => {
  const page = await as('operator', { path });
  await field(page, 'fields.personal_number').fill('31210632040245');
  await field(page, 'fields.first_name').fill('Rustam');
  await field(page, 'fields.last_name').fill('Eshchanov');
  await choose(page, t('applications:fields.neighborhood'), /./);
  await choose(page, t('applications:fields.employment'), t('applications:employment.unemployed'));
  await field(page, 'accept.message').fill('Eski hujjat boʻyicha.');
  await submit(page).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText(t('applications:accept.confirmDigitTitle'));
  await question.getByRole('button', { name: t('kernel:ui.confirm') }).click();
  await expect(page).toHaveURL(/\/applications\/list/);
  await expect(cardsOf(page).first()).toBeVisible();
});
