import type { Page } from '@playwright/test';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import { choose, expectToast, padId, timelineOf } from './support/applications.ts';
import { applicationsAbout, messageOf, submitOf } from './support/accept-form.ts';
import { chooseMore, neighborhoodsOf, newJshshir, quietHousehold } from './support/citizens.ts';
import { uniqueMark } from './support/records.ts';
import { testScreens, type Screen } from './support/screens.ts';
import type { Api } from './support/api.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const more = t('applications:more.label');

test('intake: findings about a person appear while typing, and continuing needs a reason', async ({
  as,
  api,
}) => {
  const about = `Tomni taʼmirlash ${uniqueMark()}`;
  const household = await quietHousehold(api);
  const [helped, person] = household.citizens;
  if (!helped || !person) throw new Error('a household has two members');
  const former = await helpedApplication(api, household.neighborhood_id, helped);
  const page = await as('operator', { path: '/applications/accept' });

  await test.step('an applicant and a document, or a reason, are required', async () => {
    await submitOf(page).click();
    for (const problem of ['name_required', 'document_required']) {
      await expect(page.getByText(t(`applications:accept.problems.${problem}`)).first()).toBeVisible();
    }
    await page.getByRole('checkbox', { name: t('applications:accept.noDocument') }).check();
    await submitOf(page).click();
    await expect(page.getByText(t('applications:accept.problems.no_document_reason'))).toBeVisible();
    await page.getByRole('checkbox', { name: t('applications:accept.noDocument') }).uncheck();
  });

  await test.step('findings: one line each, with their applications', async () => {
    await page.locator('input[name="personal_number"]').fill(person.personal_number);
    await expect(page.getByRole('link', { name: new RegExp(`№ ${padId(former)}`) })).toHaveAttribute(
      'href',
      `/applications/${former}`,
    );
    await expect(page.getByText(new RegExp(`^${t('applications:household.title')}: `))).toBeVisible();
    await page.locator('input[name="personal_number"]').fill(newJshshir());
    await expect(page.getByText(t('applications:intake.clear'))).toBeVisible();
    await expect(page.locator('textarea[name="intake_reason"]')).toBeHidden();
    await page.locator('input[name="personal_number"]').fill(person.personal_number);
    await expect(page.locator('textarea[name="intake_reason"]')).toBeVisible();
  });

  await test.step('continuing requires a reason, which the timeline shows', async () => {
    const [last = '', first = ''] = person.full_name.split(' ');
    await page.locator('input[name="first_name"]').fill(first);
    await page.locator('input[name="last_name"]').fill(last);
    await choose(page, t('applications:fields.neighborhood'), /./);
    await choose(page, t('applications:fields.employment'), t('applications:employment.unemployed'));
    await messageOf(page).fill(about);
    await submitOf(page).click();
    await expect(page.getByText(t('applications:accept.problems.intake_reason'))).toBeVisible();
    await page.locator('textarea[name="intake_reason"]').fill('Boshqa masala boʻyicha');
    await submitOf(page).click();
    await expectToast(page, t('applications:accept.sent'));
    const [made] = await applicationsAbout(api, about);
    await page.goto(`/applications/${made?.id}/timeline`);
    await expect(timelineOf(page)).toContainText(t('applications:changes.intake'));
    await expect(timelineOf(page)).toContainText('Boshqa masala boʻyicha');
  });

  await test.step('beside the application: the household and the applications of its members', async () => {
    const aside = page.getByRole('complementary', { name: t('applications:detail.quick') });
    await expect(aside).toContainText(helped.full_name);
    await expect(aside).not.toContainText(helped.personal_number);
    await expect(aside.getByRole('link', { name: new RegExp(padId(former)) })).toBeVisible();
    await expect(aside).toContainText('Koʻmir berildi');
  });

  await test.step('beside the citizen: their household and their applications, by their id alone', async () => {
    const [made] = await applicationsAbout(api, about);
    const { citizen } = await api.get<ApplicationDetail>(`applications/${made?.id}`, 'operator');
    const chief = await as('superadmin', { path: `/users/${citizen?.id}` });
    const addresses: string[] = [];
    chief.on('request', (request) => addresses.push(request.url()));
    await chief.reload();
    const main = chief.getByRole('main');
    await expect(main.getByRole('link', { name: new RegExp(padId(made?.id ?? 0)) })).toBeVisible();
    await expect(main.getByText(new RegExp(`, ${household.house_number}`)).first()).toBeVisible();
    expect(addresses.filter((address) => address.includes(person.personal_number))).toEqual([]);
  });
});

test('correction, transfer and withdrawal: with a reason, live, and with a choice between versions', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication({ personal_number: newJshshir() }, 'operator');
  const page = await as('operator', { path: `/applications/${id}/timeline` });
  const watcher = await as('operator2', { path: `/applications/${id}/timeline` });
  await untilLive(watcher);

  await test.step('a correction appears on the other screen at once, masked', async () => {
    await chooseMore(page, more, t('applications:more.correct'));
    const form = page.getByRole('dialog', { name: t('applications:correct.title') });
    await form.getByRole('textbox', { name: t('applications:fields.phone') }).fill('901112233');
    await page.keyboard.press('Control+Enter');
    await expect(form.getByText(t('applications:correct.reasonRequired'))).toBeVisible();
    await form.getByRole('textbox', { name: t('applications:correct.reason') }).fill('Raqam eskirgan');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, t('applications:correct.done'));
    for (const screen of [page, watcher]) {
      await expect(timelineOf(screen)).toContainText('••••2617 → ••••2233');
      await expect(timelineOf(screen)).toContainText('Raqam eskirgan');
    }
  });

  await test.step('two users correct it: both versions are shown', async () => {
    for (const screen of [page, watcher]) {
      await chooseMore(screen, more, t('applications:more.correct'));
      const form = screen.getByRole('dialog', { name: t('applications:correct.title') });
      await form.getByRole('textbox', { name: t('applications:correct.reason') }).fill('Ism toʻliq emas');
      const first = screen === page ? 'Gulnoraxon' : 'Gulnorabonu';
      await form.locator('[name="first_name"]').fill(first);
    }
    await page.keyboard.press('Control+Enter');
    await expectToast(page, t('applications:correct.done'));
    await watcher.keyboard.press('Control+Enter');
    const conflict = watcher.getByRole('dialog', { name: t('kernel:records.conflict.title') });
    await expect(conflict).toContainText('Gulnoraxon');
    await conflict.getByRole('button', { name: t('kernel:records.conflict.keepMine') }).click();
    await expect(timelineOf(page)).toContainText('Gulnoraxon → Gulnorabonu');
  });

  await test.step('a withdrawal of an older version asks first, then cancels on every screen', async () => {
    await chooseMore(page, more, t('applications:more.withdraw'));
    const dialog = page.getByRole('dialog', { name: t('applications:withdraw.title') });
    await dialog.getByRole('textbox').fill('Fuqaro oʻzi soʻradi');
    await api.accept(id, 'operator2');
    await dialog.getByRole('button', { name: t('applications:withdraw.submit') }).click();
    await expect(dialog.getByRole('alert')).toContainText(t('applications:status.accepted'));
    await dialog.getByRole('button', { name: t('applications:conflict.continueAnyway') }).click();
    await expectToast(page, t('applications:withdraw.done'));
    for (const screen of [page, watcher]) {
      await expect(timelineOf(screen)).toContainText('Fuqaro oʻzi soʻradi');
      await expect(screen.getByRole('main')).toContainText(t('applications:status.canceled'));
    }
    await page.getByRole('button', { name: more, exact: true }).click();
    await expect(page.getByRole('menuitem', { name: t('applications:more.correct') })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: t('applications:more.withdraw') })).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step("an application moved out of one's area disappears from the screens, and stays on those of its new area", async () => {
    const target = await foreignNeighborhood(api);
    await chooseMore(page, more, t('applications:more.transfer'));
    const dialog = page.getByRole('dialog', { name: t('applications:transfer.title') });
    await dialog.getByRole('button', { name: t('applications:transfer.submit') }).click();
    await expect(
      dialog.getByText(t('applications:transfer.neighborhoodRequired'), { exact: true }),
    ).toBeVisible();
    await choose(page, new RegExp(`^${t('applications:transfer.neighborhood')}`), new RegExp(`^${target} `));
    await dialog
      .getByRole('textbox', { name: t('applications:detail.reason') })
      .fill('Boshqa mahallada yashaydi');
    await dialog.getByRole('button', { name: t('applications:transfer.submit') }).click();
    await expectToast(page, t('applications:transfer.done'));
    await expect(page).toHaveURL(/\/applications\/list/);
    await expect(watcher.getByText(t('applications:detail.notFoundTitle')).first()).toBeVisible();
    const { actions } = await api.get<ApplicationDetail>(`applications/${id}`, 'superadmin');
    expect(actions.at(-1)).toMatchObject({
      action_type: 'change',
      change: { kind: 'transfer', reason: 'Boshqa mahallada yashaydi' },
    });
  });
});

/** An application of a user that led to help. */
async function helpedApplication(
  api: Api,
  neighborhood: number,
  { full_name, personal_number }: { readonly full_name: string; readonly personal_number: string },
): Promise<number> {
  const [last_name = '', first_name = ''] = full_name.split(' ');
  const fields = { neighborhood_id: String(neighborhood), first_name, last_name, personal_number };
  const { id } = await api.sendApplication(fields, 'operator');
  await api.accept(id, 'operator');
  const done = { status: 'completed', note: 'Koʻmir berildi' };
  await api.write('POST', `applications/${id}/actions/statuses`, done, 'operator');
  return id;
}

/** The name of a neighbourhood that neither operator has access to. */
async function foreignNeighborhood(api: Api): Promise<string> {
  const lists = await Promise.all([neighborhoodsOf(api, 'operator'), neighborhoodsOf(api, 'operator2')]);
  const reached = new Set(lists.flat().map(({ id }) => id));
  const foreign = (await neighborhoodsOf(api, 'superadmin')).find(({ id }) => !reached.has(id));
  if (!foreign) throw new Error('the operators reach every neighbourhood');
  return foreign.uz.name;
}

const ready = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();

/** An application with a household beside it, corrected once. */
async function knownApplication(api: Api): Promise<number> {
  const household = await quietHousehold(api);
  const [helped, person] = household.citizens;
  if (!helped || !person) throw new Error('a household has two members');
  await helpedApplication(api, household.neighborhood_id, helped);
  const fields = {
    neighborhood_id: String(household.neighborhood_id),
    personal_number: person.personal_number,
  };
  const { id } = await api.sendApplication({ ...fields, intake_reason: 'Boshqa masala' }, 'operator');
  const right = {
    first_name: 'Gulnora',
    last_name: 'Rahimova',
    phone: '998914322618',
    personal_number: person.personal_number,
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Uyning tomini taʼmirlashga yordam kerak.',
    reason: 'Telefon notoʻgʻri yozilgan edi',
  };
  await api.write('PUT', `applications/${id}`, right, 'operator');
  return id;
}

const path = '/applications/:id/timeline';
const screens: readonly Screen[] = [
  {
    name: 'case-household',
    login: 'operator',
    path,
    idOf: knownApplication,
    ready: (page, translate) => page.getByText(translate('applications:household.applicant')).waitFor(),
  },
  {
    name: 'case-correct',
    login: 'operator',
    path,
    idOf: knownApplication,
    ready: async (page, translate) => {
      await chooseMore(page, translate('applications:more.label'), translate('applications:more.correct'));
      await ready(page, translate('applications:correct.title'));
    },
  },
  {
    name: 'case-transfer',
    login: 'operator',
    path,
    idOf: knownApplication,
    ready: async (page, translate) => {
      await chooseMore(page, translate('applications:more.label'), translate('applications:more.transfer'));
      await page
        .getByRole('dialog')
        .getByRole('button', { name: translate('applications:transfer.submit') })
        .click();
      await page
        .getByText(translate('applications:transfer.neighborhoodRequired'), { exact: true })
        .waitFor();
    },
  },
  {
    name: 'accept-known',
    login: 'operator',
    path: '/applications/accept',
    ready: async (page, translate, { api }) => {
      const household = await quietHousehold(api);
      const [helped, person] = household.citizens;
      if (!helped || !person) throw new Error('a household has two members');
      await helpedApplication(api, household.neighborhood_id, helped);
      await page.locator('input[name="personal_number"]').fill(person.personal_number);
      await page.getByText(translate('applications:intake.title')).waitFor();
    },
  },
];
testScreens(screens);
