import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { pdf, png } from './support/applications.ts';
import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';

/** Every screen of the product. */
const screens: readonly Screen[] = [
  { name: 'login', login: null, path: '/login' },
  {
    name: 'work',
    login: 'operator',
    path: '/work',
    ready: async (page) => page.getByRole('main').getByRole('listitem').first().waitFor(),
  },
  {
    name: 'work-load',
    login: 'superadmin',
    path: '/work/load',
    ready: async (page) =>
      page.getByRole('row').nth(1).or(page.getByRole('main').getByRole('listitem').first()).first().waitFor(),
  },
  {
    name: 'list-expanded',
    login: 'operator',
    path: '/applications/list',
    ready: async (page) => {
      await firstCard(page);
      await page.getByRole('listitem').getByRole('button', { expanded: false }).first().click();
    },
  },
  {
    name: 'list-empty',
    login: 'operator',
    path: '/applications/list?search=bunday-ariza-yoq',
    ready: (page, translate) => page.getByText(translate('applications:list.noResultsTitle')).waitFor(),
  },
  {
    name: 'accept-wrong',
    login: 'operator',
    path: '/applications/accept',
    ready: async (page, translate) => {
      await page.getByRole('button', { name: translate('applications:accept.submit'), exact: true }).click();
      await page.getByText(translate('applications:accept.problems.planned_assistance')).waitFor();
    },
  },
  { name: 'timeline', login: 'operator', path: '/applications/:id/timeline', idOf: applicationWithHistory },
  {
    name: 'status',
    login: 'operator',
    path: '/applications/:id/timeline',
    idOf: applicationWithHistory,
    ready: async (page, translate) => {
      await page.getByRole('button', { name: translate('applications:detail.changeStatus') }).click();
      await page.getByRole('menuitem').first().click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    },
  },
  { name: 'overview', login: 'operator', path: '/applications/:id/overview', idOf: applicationWithHistory },
  { name: 'personal', login: 'operator', path: '/applications/:id/personal', idOf: applicationWithHistory },
  { name: 'documents', login: 'operator', path: '/applications/:id/documents', idOf: applicationWithHistory },
  { name: 'forbidden', login: 'guest', path: '/applications/list' },
  { name: 'not-found', login: 'operator', path: '/no/such/page' },
  {
    name: 'search',
    login: 'operator',
    path: '/settings',
    ready: async (page, translate) => {
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(translate('kernel:search.placeholder')).waitFor();
    },
  },
];

testScreens(screens);
testMoreScreens([
  { name: 'list', login: 'operator', path: '/applications/list', ready: firstCard },
  { name: 'accept', login: 'operator', path: '/applications/accept' },
  { name: 'settings', login: 'superadmin', path: '/settings' },
]);

async function firstCard(page: Page): Promise<void> {
  await page.getByRole('listitem').getByRole('heading', { level: 2 }).first().waitFor();
}

let historic: number | null = null;

async function applicationWithHistory(api: Api): Promise<number> {
  if (historic !== null) return historic;
  const { id } = await api.sendApplication({ first_name: 'Sherzod', last_name: 'Matyoqubov' }, 'operator', [
    pdf('maʼlumotnoma.pdf'),
    png('tom.png'),
  ]);
  await api.accept(id, 'operator');
  await api.sendMessage(id, 'operator2', 'Assalomu alaykum! Ertaga soat 10:00 da komissiya boradi.');
  historic = id;
  return id;
}
