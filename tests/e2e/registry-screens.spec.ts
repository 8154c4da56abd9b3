import { testScreens, testMoreScreens, type Screen } from './support/screens.ts';
import { addButtonOf, dialogOf, rowsOf, saveButtonOf } from './support/records.ts';

type Ready = NonNullable<Screen['ready']>;

const filled: Ready = (page) => rowsOf(page).first().waitFor();

/** Every screen of the registry. */
const screens: readonly Screen[] = [
  { name: 'streets', login: 'registrar', path: '/streets', ready: filled },
  { name: 'categories', login: 'superadmin', path: '/household_categories', ready: filled },
  { name: 'users', login: 'superadmin', path: '/users?blocked=false', ready: filled },
  { name: 'neighborhoods', login: 'superadmin', path: '/neighborhoods/list', ready: filled },
  {
    name: 'neighborhood-form',
    login: 'superadmin',
    path: '/neighborhoods/1',
    ready: (page, translate) => page.getByText(`${translate('map:status.polygons')}: 1/1`).waitFor(),
  },
  {
    name: 'city-borders',
    login: 'superadmin',
    path: '/neighborhoods/check',
    ready: (page, translate) => page.getByRole('region', { name: translate('map:check.title') }).waitFor(),
  },
  {
    name: 'household-form',
    login: 'registrar',
    path: '/households/:id',
    // The newest ones belong to other tests, and have no pin.
    idOf: async (api) => {
      const { items } = await api.get<{ items: { id: number; coords: unknown }[] }>(
        'households?limit=100',
        'registrar',
      );
      return items.find(({ coords }) => coords !== null)?.id ?? 0;
    },
    ready: (page, translate) => page.getByText(`${translate('map:status.markers')}: 1/1`).waitFor(),
  },
  {
    name: 'category-wrong',
    login: 'superadmin',
    path: '/household_categories',
    ready: async (page, translate) => {
      await addButtonOf(page, translate).click();
      const dialog = dialogOf(page, translate('household_categories:addTitle'));
      await saveButtonOf(dialog, 'add', translate).click();
      await dialog.getByText(translate('household_categories:colorRequired')).waitFor();
    },
  },
  {
    name: 'directions-view',
    login: 'superadmin',
    path: '/directions',
    ready: async (page, translate) => {
      await rowsOf(page).first().waitFor();
      await page.getByRole('button', { name: translate('kernel:records.view') }).click();
      await page.getByRole('dialog', { name: translate('kernel:records.view') }).waitFor();
    },
  },
];

testScreens(screens);
testMoreScreens([
  { name: 'directions', login: 'superadmin', path: '/directions', ready: filled },
  { name: 'households', login: 'registrar', path: '/households/list', ready: filled },
  {
    name: 'streets-empty',
    login: 'registrar',
    path: '/streets?search=bunday-kocha-yoq',
    ready: (page, translate) => page.getByText(translate('kernel:ui.emptyTable')).waitFor(),
  },
]);
