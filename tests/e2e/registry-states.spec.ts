import type { Locator, Page } from '@playwright/test';
import { languages } from '#kernel/domain/text/languages.ts';
import type { Api } from './support/api.ts';
import {
  selectSomeRows,
  openOnce,
  withFailure,
  withEmptyList,
  waitForTexts,
  type Translate,
} from './support/screen-states.ts';
import { testMoreScreens, type Screen } from './support/screens.ts';
import {
  addButtonOf,
  dialogOf,
  fillNames,
  makeRecord,
  nameField,
  openTab,
  rowOf,
  rowsOf,
  saveButtonOf,
} from './support/records.ts';
import { untilLive } from './support/staff.ts';

const lists = [
  { name: 'directions', login: 'superadmin', path: '/directions', route: 'directions' },
  { name: 'streets', login: 'registrar', path: '/streets', route: 'streets' },
  { name: 'categories', login: 'superadmin', path: '/household_categories', route: 'household-categories' },
  { name: 'users', login: 'superadmin', path: '/users', route: 'users' },
  { name: 'neighborhoods', login: 'superadmin', path: '/neighborhoods/list', route: 'neighborhoods' },
  { name: 'households', login: 'registrar', path: '/households/list', route: 'households' },
  { name: 'admins', login: 'superadmin', path: '/admins/list', route: 'admins' },
  { name: 'roles', login: 'superadmin', path: '/admins/roles', route: 'admins/roles' },
] as const;

const nothing = waitForTexts('kernel:ui.emptyTable');
const failed = waitForTexts('kernel:records.errorTitle');

/** Every list when it is empty, and when it failed to load. */
const states = lists.flatMap(({ name, login, path, route }): Screen[] => [
  { name: `${name}-none`, login, path, ready: withEmptyList(route, nothing) },
  { name: `${name}-failed`, login, path, ready: withFailure(route, failed) },
]);

/** Forms in dialogs with their errors. */
const forms: readonly Screen[] = [
  {
    name: 'direction-form',
    login: 'superadmin',
    path: '/directions',
    ready: async (page, translate) => {
      await rowsOf(page).first().click();
      await dialogOf(page, translate('directions:editTitle')).waitFor();
    },
  },
  {
    name: 'direction-wrong',
    login: 'superadmin',
    path: '/directions',
    ready: async (page, translate) =>
      wrong(page, translate, 'directions:addTitle', 'directions:nameRequired'),
  },
  {
    name: 'direction-taken',
    login: 'superadmin',
    path: '/directions',
    ready: async (page, translate) => {
      await rowsOf(page).first().waitFor();
      const name = await rowsOf(page).first().locator('td[data-primary]').innerText();
      const dialog = dialogOf(page, translate('directions:addTitle'));
      await openOnce(page, dialog, addButtonOf(page, translate));
      await fillNames(dialog, { uz: name, ru: name });
      await saveButtonOf(dialog, 'add', translate).click();
      await dialog.getByText(translate('kernel:errors.name_taken')).first().waitFor();
    },
  },
  {
    name: 'direction-discard',
    login: 'superadmin',
    path: '/directions',
    ready: async (page, translate) => {
      const dialog = dialogOf(page, translate('directions:editTitle'));
      await openOnce(page, dialog, rowsOf(page).first());
      await openTab(dialog, 'uz');
      await nameField(dialog, 'uz').fill('Sabzavotchilik va bogʻdorchilik');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'street-form',
    login: 'registrar',
    path: '/streets',
    ready: async (page, translate) => {
      await rowsOf(page).first().click();
      await dialogOf(page, translate('streets:editTitle')).waitFor();
    },
  },
  {
    name: 'street-wrong',
    login: 'registrar',
    path: '/streets',
    ready: async (page, translate) => wrong(page, translate, 'streets:addTitle', 'streets:nameRequired'),
  },
  {
    name: 'street-choice',
    login: 'registrar',
    path: '/streets',
    ready: async (page, translate) => {
      await rowsOf(page).first().waitFor();
      await addButtonOf(page, translate).click();
      const dialog = dialogOf(page, translate('streets:addTitle'));
      await dialog.getByRole('combobox', { name: translate('streets:neighborhood') }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'category-form',
    login: 'superadmin',
    path: '/household_categories',
    ready: async (page, translate) => {
      await rowsOf(page).first().click();
      await dialogOf(page, translate('household_categories:editTitle')).waitFor();
    },
  },
  {
    name: 'users-filters',
    login: 'superadmin',
    path: '/users?blocked=false&is_fully_filled=true&search=a',
    ready: (page) => rowsOf(page).first().waitFor(),
  },
  {
    name: 'users-block',
    login: 'superadmin',
    path: '/users?blocked=false',
    ready: async (page, translate) => {
      const start = translate('users:blockOf', { name: '' }).trim();
      await rowsOf(page)
        .first()
        .getByRole('button', { name: new RegExp(`^${start}`) })
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'users-chosen',
    login: 'superadmin',
    path: '/users?blocked=false',
    ready: async (page, translate) => selectSomeRows(page, translate),
  },
];

/** Conflicts between two users. */
const conflicts: readonly Screen[] = [
  {
    name: 'direction-conflict',
    login: 'superadmin',
    path: '/directions?search=Sinov&sort_by=createdAt&sort_order=desc',
    idOf: (api) => makeConflict(api),
    ready: async (page, translate) => {
      const form = await changeOwn(page, translate);
      await changeOther();
      await saveButtonOf(form, 'update', translate).click();
      await dialogOf(page, translate('kernel:records.conflict.title')).waitFor();
    },
  },
  {
    name: 'direction-remote-change',
    login: 'superadmin',
    path: '/directions?search=Sinov&sort_by=createdAt&sort_order=desc',
    idOf: (api) => makeConflict(api),
    ready: async (page, translate) => {
      const form = await changeOwn(page, translate);
      await untilLive(page);
      await changeOther();
      await form.getByRole('button', { name: translate('kernel:records.remoteChange.show') }).waitFor();
    },
  },
  {
    name: 'neighborhood-missing',
    login: 'superadmin',
    path: '/neighborhoods/999999',
    ready: waitForTexts('kernel:records.missingTitle'),
  },
  {
    name: 'household-failed',
    login: 'registrar',
    path: '/households/1',
    ready: withFailure('households/1', waitForTexts('kernel:records.recordErrorTitle')),
  },
];

testMoreScreens([...states, ...forms, ...conflicts]);

/** Saves an empty form, which then shows the missing fields. */
async function wrong(page: Page, translate: Translate, title: string, message: string): Promise<void> {
  await rowsOf(page).first().waitFor();
  await addButtonOf(page, translate).click();
  const dialog = dialogOf(page, translate(title));
  await saveButtonOf(dialog, 'add', translate).click();
  await dialog.getByText(translate(message)).first().waitFor();
}

let other: { readonly api: Api; id: number; names: Record<string, string> } | null = null;

/** A direction that another user changes. */
async function makeConflict(api: Api): Promise<number> {
  const { id, uz, ru } = await makeRecord(api, 'directions');
  other = { api, id, names: { uz: uz.name, ru: ru.name } };
  return id;
}

/** Opens it in the page and types another name. */
async function changeOwn(page: Page, translate: Translate): Promise<Locator> {
  if (!other) throw new Error('there is nothing to change');
  const { names } = other;
  const row = rowOf(page, names['uz'] ?? '').or(rowOf(page, names['ru'] ?? ''));
  const form = dialogOf(page, translate('directions:editTitle'));
  await openOnce(page, form, row.first());
  for (const language of languages) {
    await openTab(form, language);
    await nameField(form, language).fill(`${names[language]}: issiqxona va bogʻdorchilik`);
  }
  return form;
}

async function changeOther(): Promise<void> {
  if (!other) return;
  const { api, id } = other;
  const suffix = (other.names['uz'] ?? '').endsWith('lik') ? 'chilik' : 'lik';
  other.names = { uz: `Sinov ${id} ${suffix}`, ru: `Проба ${id} ${suffix}` };
  const body = { uz: { name: other.names['uz'] }, ru: { name: other.names['ru'] } };
  await api.write('PUT', `directions/${id}`, body, 'superadmin');
}
