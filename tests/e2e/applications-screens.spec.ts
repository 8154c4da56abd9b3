import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { attach, pdf, png } from './support/applications.ts';
import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';
import { makeRecord } from './support/records.ts';
import { makeAdmin, makeRole, tokenOf, untilLive } from './support/staff.ts';
import type { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

/** Waits for the notice of a stored draft, which the other language restores. */
const draftNoteOf = (page: Page, translate: Translate) =>
  page
    .getByText(translate('applications:accept.draftSaved'))
    .or(page.getByText(translate('applications:accept.draftRestored')));

const detail = '/applications/:id';
const firstCard = (page: Page) =>
  page.getByRole('listitem').getByRole('heading', { level: 2 }).first().waitFor();
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const boxOf = (page: Page, translate: Translate) =>
  page.getByRole('textbox', { name: translate('applications:composer.label'), exact: true });

/** Opens a task of the composer; one opened in the other language stays open. */
async function beginTask(page: Page, translate: Translate): Promise<void> {
  const task = buttonOf(page, translate('applications:composer.task'));
  await task.or(buttonOf(page, translate('applications:composer.switchToMessage'))).waitFor();
  if (await task.isVisible()) await task.click();
}

let full: Promise<number> | null = null;

/** An application with every kind of timeline entry. */
function fullApplication(api: Api): Promise<number> {
  full ??= makeFull(api);
  return full;
}

async function makeFull(api: Api): Promise<number> {
  const files = [pdf('oila-tarkibi-toʻgʻrisida-maʼlumotnoma-2026-yil.pdf'), png('tom.png'), png('devor.png')];
  const { id } = await api.sendApplication(
    {
      first_name: 'Muhabbatxon',
      last_name: 'Abdurahmonova-Yoʻldosheva',
      planned_assistance:
        'Qishga koʻmir kerak. Uyda besh nafar bola bor, otasi migratsiyada, uch oydan beri pul yubormaydi.\nTom ham oqyapti.',
    },
    'operator',
    files,
  );
  await api.accept(id, 'operator');
  await api.sendMessage(id, 'operator2', 'Assalomu alaykum! Ertaga soat 10:00 da komissiya boradi.');
  await api.sendMessage(id, 'operator', 'Rahmat, uyda boʻlamiz. Manzil: Navoiy koʻchasi, 14-uy, 3-xonadon.');
  await api.sendMessage(id, 'operator', 'Hujjatlarni ham tayyorlab qoʻydim.');
  const note = { status: 'completed', note: 'Koʻmir yetkazib berildi, tom taʼmirlandi.' };
  await api.write('POST', `applications/${id}/actions/statuses`, note, 'operator2');
  const back = { status: 'accepted', note: 'Tom yana oqyapti, qayta koʻrib chiqamiz.' };
  await api.write('POST', `applications/${id}/actions/statuses`, back, 'operator').catch(() => undefined);
  return id;
}

const lists: readonly Screen[] = [
  {
    name: 'list-narrowed',
    login: 'operator',
    path: '/applications/list?status=accepted&search=a',
    ready: firstCard,
  },
  {
    name: 'list-neighborhoods',
    login: 'operator',
    path: '/applications/list',
    ready: async (page, translate) => {
      await firstCard(page);
      await page.getByRole('combobox', { name: translate('applications:list.neighborhoodFilter') }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'list-sorts',
    login: 'operator',
    path: '/applications/list',
    ready: async (page, translate) => {
      await firstCard(page);
      await page.getByRole('combobox', { name: translate('applications:list.sort') }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'list-neighborhoods-phone',
    login: 'operator',
    path: '/applications/list',
    phoneOnly: true,
    ready: async (page, translate) => {
      await firstCard(page);
      await page.getByRole('combobox', { name: translate('applications:list.neighborhoodFilter') }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'list-arrivals',
    login: 'operator',
    path: '/applications/list',
    ready: async (page, translate, { api }) => {
      await firstCard(page);
      await untilLive(page);
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 600);
      await page.waitForFunction(() => scrollY > 100);
      await api.sendApplication({ first_name: 'Nilufar', last_name: 'Sobirova' });
      await page
        .getByRole('button', { name: translate('applications:list.newApplications', { count: 1 }) })
        .waitFor();
    },
  },
  {
    name: 'list-none',
    login: async ({ api, server }) => {
      const square = [
        [41.4, 60.4],
        [41.4, 60.41],
        [41.41, 60.41],
      ];
      const { id } = await makeRecord(api, 'neighborhoods', { coords: square, color: '#2E7D32' });
      const role = await makeRole(api, { permissions: ['application_receiver'] });
      const { login } = await makeAdmin(api, { neighborhoods: [id], role_id: role.id });
      return tokenOf(server.url, login);
    },
    path: '/applications/list',
    ready: (page, translate) => page.getByText(translate('applications:list.emptyTitle')).waitFor(),
  },
];

const desks: readonly Screen[] = [
  {
    name: 'work-empty',
    login: async ({ api, server }) => {
      const role = await makeRole(api, { permissions: ['application_receiver'] });
      const square = [
        [41.5, 60.5],
        [41.5, 60.51],
        [41.51, 60.51],
      ];
      const { id } = await makeRecord(api, 'neighborhoods', { coords: square, color: '#2E7D32' });
      const { login } = await makeAdmin(api, { neighborhoods: [id], role_id: role.id });
      return tokenOf(server.url, login);
    },
    path: '/work',
    ready: (page, translate) => page.getByText(translate('work:emptyTitle')).waitFor(),
  },
  {
    name: 'work-loading',
    login: 'operator',
    path: '/work',
    loading: true,
    ready: async (page) => {
      await page.route(/api\/uz\/work/, () => undefined);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'work-failed',
    login: 'operator',
    path: '/work',
    tolerate: /500/,
    ready: async (page, translate) => {
      await page.route(/api\/uz\/work/, (route) => route.fulfill({ status: 500, json: { err: 'xato' } }));
      await page.reload();
      await page.getByText(translate('work:failed')).waitFor();
    },
  },
];

const accepting: readonly Screen[] = [
  {
    name: 'accept-filled',
    login: 'operator',
    path: '/applications/accept',
    ready: async (page, translate) => {
      const field = (name: string) => page.locator(`input[name="${name}"]`);
      await field('personal_number').fill('31210632040245');
      await field('first_name').fill('Muhabbatxon');
      await field('last_name').fill('Abdurahmonova-Yoʻldosheva');
      await page.getByRole('textbox', { name: translate('applications:fields.phone') }).fill('914312516');
      await page
        .getByPlaceholder(translate('applications:accept.messagePlaceholder'))
        .fill('Qishga koʻmir kerak. Uyda besh nafar bola bor, otasi migratsiyada.');
      await attach(
        page,
        page.getByRole('button', { name: translate('kernel:ui.pickFiles') }),
        pdf('oila-tarkibi-toʻgʻrisida-maʼlumotnoma-2026-yil.pdf'),
        png('tom.png'),
      );
      await page.getByText('tom.png').first().waitFor();
      await draftNoteOf(page, translate).waitFor();
    },
  },
  {
    name: 'accept-clear',
    login: 'operator',
    path: '/applications/accept',
    ready: async (page, translate) => {
      await page
        .getByPlaceholder(translate('applications:accept.messagePlaceholder'))
        .fill('Qishga koʻmir kerak.');
      await page
        .getByRole('main')
        .getByRole('button', { name: translate('applications:accept.clear') })
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

const details: readonly Screen[] = [
  {
    name: 'detail-new',
    login: 'operator',
    path: `${detail}/timeline`,
    idOf: async (api) => (await api.sendApplication()).id,
  },
  { name: 'detail-timeline', login: 'operator', path: `${detail}/timeline`, idOf: fullApplication },
  { name: 'detail-overview', login: 'operator', path: `${detail}/overview`, idOf: fullApplication },
  { name: 'detail-documents', login: 'operator', path: `${detail}/documents`, idOf: fullApplication },
  {
    name: 'detail-personal-shown',
    login: 'operator',
    path: `${detail}/personal`,
    idOf: async (api) =>
      (
        await api.sendApplication({
          personal_number: '31210632040244',
          passport_series: 'AB',
          passport_number: '1234567',
          father_name: 'Ollaberganovich',
        })
      ).id,
    ready: async (page, translate) => {
      const show = page.getByRole('button', {
        name: new RegExp(translate('kernel:reveal.showOf', { field: '' }).trim()),
      });
      await show.first().waitFor();
      while ((await show.count()) > 0) await show.first().click();
    },
  },
  {
    name: 'detail-statuses',
    login: 'operator2',
    path: `${detail}/timeline`,
    idOf: fullApplication,
    ready: async (page, translate) => {
      await page.getByRole('button', { name: translate('applications:detail.changeStatus') }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'detail-status-wrong',
    login: 'operator',
    path: `${detail}/timeline`,
    idOf: fullApplication,
    ready: async (page, translate) => {
      await page.getByRole('button', { name: translate('applications:detail.changeStatus') }).click();
      await page.getByRole('menuitem').first().click();
      await buttonOf(page, translate('applications:detail.submitStatus')).click();
      await page
        .getByRole('dialog')
        .getByText(translate('applications:detail.reasonRequired'))
        .first()
        .waitFor();
    },
  },
  {
    name: 'detail-deadline-changed',
    login: 'superadmin',
    path: `${detail}/timeline`,
    idOf: async (api) => {
      const { id } = await api.sendApplication();
      const study = { kind: 'study', reason: 'Tuman hokimligidan maʼlumotnoma soʻraldi.' };
      await api.write('POST', `applications/${id}/deadline`, study, 'operator');
      const extension = { days: 10, reason: 'Komissiya xulosasi kutilmoqda.', citizen_notified: true };
      await api.write('POST', `applications/${id}/deadline/extension`, extension, 'superadmin');
      return id;
    },
    ready: (page, translate) =>
      page.getByText(translate('applications:deadlineChange.originalDeadline'), { exact: true }).waitFor(),
  },
  {
    name: 'detail-deadline-wrong',
    login: 'superadmin',
    path: `${detail}/timeline`,
    idOf: async (api) => (await api.sendApplication()).id,
    ready: async (page, translate) => {
      await buttonOf(page, translate('applications:deadlineChange.change')).click();
      const extend = translate('applications:deadlineChange.extension.choice');
      await page.getByRole('menuitem', { name: extend }).click();
      await buttonOf(page, translate('applications:deadlineChange.submit')).click();
      const required = translate('applications:deadlineChange.citizenNotifiedRequired');
      await page.getByRole('dialog').getByText(required).waitFor();
    },
  },
  {
    name: 'detail-message',
    login: 'operator',
    path: `${detail}/timeline`,
    idOf: fullApplication,
    ready: async (page, translate) => {
      await boxOf(page, translate).fill('Assalomu alaykum!\nTom uchun shifer keldi, ertaga olib boramiz.');
      await attach(
        page,
        page.getByRole('button', { name: translate('applications:composer.attach') }),
        pdf('dalolatnoma-2026-yil-21-noyabr.pdf'),
        png('shifer.png'),
      );
      // A file attached in the other language is still there.
      await page.getByText('shifer.png').first().waitFor();
      await page.getByText(translate('applications:composer.draft')).waitFor();
    },
  },
  {
    name: 'detail-message-failed',
    login: 'operator2',
    path: `${detail}/timeline`,
    idOf: fullApplication,
    ready: async (page, translate) => {
      await boxOf(page, translate).fill('Tom uchun shifer keldi, ertaga olib boramiz.');
      await page.route('**/actions/messages', (route) => route.abort());
      await buttonOf(page, translate('applications:composer.send')).click();
      await page.getByText(translate('applications:composer.failed')).waitFor();
    },
  },
  {
    name: 'detail-task',
    login: 'operator',
    path: `${detail}/timeline`,
    idOf: async (api) => (await api.sendApplication()).id,
    ready: async (page, translate) => {
      await beginTask(page, translate);
      await boxOf(page, translate).fill('Tomni koʻrib, xulosa yozing.');
      await buttonOf(page, translate('applications:composer.sendTask')).click();
      await page.getByText(translate('applications:composer.receiverRequired')).waitFor();
    },
  },
  {
    name: 'detail-receivers',
    login: 'operator2',
    path: `${detail}/timeline`,
    idOf: async (api) => (await api.sendApplication()).id,
    ready: async (page, translate) => {
      await beginTask(page, translate);
      await page.getByRole('combobox', { name: translate('applications:composer.receiver') }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'detail-preview',
    login: 'operator',
    path: `${detail}/documents`,
    idOf: fullApplication,
    ready: async (page, translate) => {
      await page
        .getByRole('button', { name: translate('applications:detail.preview', { name: 'tom.png' }) })
        .click();
      await page.getByRole('dialog', { name: translate('applications:preview.label') }).waitFor();
    },
  },
  {
    name: 'detail-missing',
    login: 'operator',
    path: '/applications/99999999/timeline',
    ready: (page, translate) => page.getByText(translate('applications:detail.notFoundTitle')).waitFor(),
  },
  {
    name: 'detail-loading',
    login: 'operator',
    path: `${detail}/timeline`,
    idOf: fullApplication,
    loading: true,
    ready: async (page) => {
      await page.route(/api\/uz\/applications\/\d+/, () => undefined);
      await page.reload();
      // The page's own code is loaded, its data are not.
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'detail-print',
    login: 'operator',
    path: `${detail}/timeline`,
    idOf: fullApplication,
    ready: async (page) => {
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.emulateMedia({ media: 'print' });
    },
  },
];

testScreens([{ name: 'accept-by-its-other-address', login: 'operator', path: '/applications/add' }]);
testMoreScreens([...desks, ...lists, ...accepting, ...details]);
