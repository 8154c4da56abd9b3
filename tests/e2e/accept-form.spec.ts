import type { Page } from '@playwright/test';
import type { ApplicationDetail, ApplicationPage } from '#plugins/applications/contract.ts';
import { employmentStatuses } from '#plugins/applications/contract.ts';
import { attach, cardOf, cardsOf, choose, expectToast, pdf, png } from './support/applications.ts';
import { applicationsAbout, fillAcceptForm, messageOf } from './support/accept-form.ts';
import { padId } from '#kernel/domain/text/index.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/applications/accept';
const field = (page: Page, key: string) =>
  page.getByRole('textbox', {
    name: new RegExp(`^${t(`applications:${key}`)}( ${t('kernel:ui.required')})?$`),
  });
const submit = (page: Page) =>
  page.getByRole('button', { name: t('applications:accept.submit'), exact: true });

test('creates an application for a person at the counter', async ({ as, api }) => {
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

test('accept form assists while it is filled in', async ({ as }) => {
  const page = await as('operator', { path });

  await test.step('shows a wrong JSHSHIR as soon as its field loses focus', async () => {
    await field(page, 'fields.personal_number').fill('123');
    await field(page, 'fields.first_name').focus();
    await expect(page.getByText(t('applications:accept.problems.length'))).toBeVisible();
    await field(page, 'fields.personal_number').fill('312106320402441234');
    await expect(field(page, 'fields.personal_number')).toHaveValue('31210632040244');
    await expect(page.getByText(t('applications:accept.problems.length'))).toBeHidden();
  });

  await test.step('empty form shows the missing fields and sends nothing', async () => {
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
    // The applicant is required; with a JSHSHIR, no document is.
    await expect(
      page.getByText(t('applications:accept.problems.name_required'), { exact: true }),
    ).toHaveCount(2);
    await expect(page.getByText(t('applications:accept.problems.document_required'))).toHaveCount(0);
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    expect(sent).toEqual([]);
  });

  await test.step('income label follows the employment status', async () => {
    for (const status of employmentStatuses) {
      await choose(page, t('applications:fields.employment'), t(`applications:employment.${status}`));
      await expect(field(page, `salary.${status}`)).toBeVisible();
    }
  });

  await test.step('unknown JSHSHIR shows that nobody was found', async () => {
    await field(page, 'fields.personal_number').fill('40201902050010');
    await page.getByRole('button', { name: t('applications:accept.fetch') }).click();
    await expect(page.getByText(t('applications:accept.notFound'))).toBeVisible();
  });

  const fetchButton = page.getByRole('button', { name: t('applications:accept.fetch') });
  const late = Promise.withResolvers<void>();
  await page.route('**/api/uz/users/lookup?*', async (route) => {
    const of = route.request().url().includes(sherzod.personal_number) ? sherzod : oygul;
    if (of === sherzod) await late.promise;
    await route.fulfill({ json: of });
  });

  await test.step('register fills in known fields and keeps typed ones', async () => {
    await field(page, 'fields.phone').fill('901234567');
    await field(page, 'fields.personal_number').fill(sherzod.personal_number);
    await fetchButton.click();
    await field(page, 'fields.personal_number').fill(oygul.personal_number);
    await fetchButton.click();
    await expect(field(page, 'fields.last_name')).toHaveValue('Qurbonova');
    await expect(field(page, 'fields.first_name')).toHaveValue('Oygul');
    await expect(field(page, 'fields.father_name')).toHaveValue('Rustam qizi');
    await expect(field(page, 'fields.passport_series')).toHaveValue('AC');
    await expect(field(page, 'fields.passport_number')).toHaveValue('7654321');
    await expect(field(page, 'fields.phone')).toHaveValue('+998 (90) 123-45-67');
  });

  await test.step('a late response for another JSHSHIR fills in nothing', async () => {
    const arrived = page.waitForResponse((response) => response.url().includes(sherzod.personal_number));
    late.resolve();
    await (await arrived).finished();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expect(field(page, 'fields.last_name')).toHaveValue('Qurbonova');
  });

  await test.step('clears data of the previous JSHSHIR when the number changes', async () => {
    await field(page, 'fields.personal_number').fill(sherzod.personal_number);
    await fetchButton.click();
    await expect(field(page, 'fields.last_name')).toHaveValue('Matyoqubov');
    await expect(field(page, 'fields.father_name')).toHaveValue('');
    await expect(field(page, 'fields.passport_number')).toHaveValue('');
    await expect(field(page, 'fields.phone')).toHaveValue('+998 (91) 430-24-15');
    await expect(field(page, 'fields.passport_series')).not.toHaveAttribute('aria-invalid', 'true');
  });
});

/** The register's incomplete data of two citizens. */
const oygul = {
  id: 1,
  first_name: 'Oygul',
  last_name: 'Qurbonova',
  father_name: 'Rustam qizi',
  phone: null,
  birthday: '1963-10-12',
  passport_series: 'AC',
  passport_number: '7654321',
  personal_number: '31210632040244',
} as const;
const sherzod = {
  ...oygul,
  id: 2,
  first_name: 'Sherzod',
  last_name: 'Matyoqubov',
  father_name: null,
  phone: '998914302415',
  passport_series: null,
  passport_number: null,
  personal_number: '40201902050010',
} as const;

test('form is disabled while submitting, and does not navigate back to itself', async ({ as, api }) => {
  const page = await as('operator', { path });
  const about = `Oʻtin kerak ${uniqueMark()}`;
  await fillAcceptForm(page, about);
  let line = Promise.withResolvers<'broken' | 'whole'>();
  await page.route('**/api/uz/applications', async (route) => {
    await ((await line.promise) === 'broken' ? route.abort() : route.continue());
  });

  await test.step('typing is blocked while submitting and possible again after a failure', async () => {
    await messageOf(page).press('Control+Enter');
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
    await expect(submit(page)).toBeFocused();
    await page.keyboard.type('!');
    await expect(messageOf(page)).toHaveValue(about);
    line.resolve('broken');
    await expectToast(page, t('kernel:boot.network'));
    await expect(messageOf(page)).toBeFocused();
    await page.keyboard.type('!');
    await expect(messageOf(page)).toHaveValue(/!/);
  });

  await test.step('returning shows the submission in progress, then an empty form', async () => {
    line = Promise.withResolvers();
    await messageOf(page).fill(about);
    await submit(page).click();
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
    await page.getByRole('link', { name: t('applications:detail.back') }).click();
    await expect(page).toHaveURL(/\/applications\/list/);
    // Until the list is rendered, nobody has left the form.
    await expect(messageOf(page)).toHaveCount(0);
    await page.goBack();
    await expect(messageOf(page)).toHaveValue(about);
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
    line.resolve('whole');
    await expectToast(page, t('applications:accept.sent'));
    await expect(messageOf(page)).toHaveValue('');
    expect(await applicationsAbout(api, about)).toHaveLength(1);
    await expect(page).toHaveURL(/\/applications\/accept$/);
  });
});

test('a lost response, sent again after a reload, makes no second application', async ({ as, api }) => {
  const about = `Tom tuzatish ${uniqueMark()}`;
  const page = await as('operator', { path, tolerate: /Failed to load resource/ });
  await field(page, 'fields.personal_number').fill(
    makeJshshir({ birthday: '1979-04-12', sex: 'female', area: 33, serial: Date.now() % 1000 }),
  );
  await fillAcceptForm(page, about);
  // The server saves it, and the connection breaks before the response arrives.
  await page.route('**/api/uz/applications', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page).click();
  await expectToast(page, t('kernel:boot.network'));
  await expect.poll(async () => (await applicationsAbout(api, about)).length).toBe(1);
  await page.unroute('**/api/uz/applications');

  await page.reload();
  await expect(page.getByText(t('applications:accept.sentWithoutResponse'))).toBeVisible();
  await expect(messageOf(page)).toHaveValue(about);
  // The check finds the open application, which is this one, and requires no reason for it.
  const [saved] = await applicationsAbout(api, about);
  await expect(page.getByRole('link', { name: new RegExp(padId(saved?.id ?? 0)) })).toBeVisible();
  await expect(field(page, 'fields.intake_reason')).toHaveCount(0);
  await submit(page).click();
  await expectToast(page, t('applications:accept.sent'));
  expect(await applicationsAbout(api, about)).toHaveLength(1);
});

test('a wrong check digit can be confirmed', async ({ as }) => {
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
