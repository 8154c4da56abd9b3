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
    ready: (page, say) => page.getByText(`${say('map:status.polygons')}: 1/1`).waitFor(),
  },
  {
    name: 'city-borders',
    login: 'superadmin',
    path: '/neighborhoods/check',
    ready: (page, say) => page.getByRole('region', { name: say('map:check.title') }).waitFor(),
  },
  {
    name: 'household-form',
    login: 'registrar',
    path: '/households/:id',
    // The newest ones belong to other tests, and have no place.
    idOf: async (api) => {
      const { items } = await api.get<{ items: { id: number; coords: unknown }[] }>(
        'households?limit=100',
        'registrar',
      );
      return items.find(({ coords }) => coords !== null)?.id ?? 0;
    },
    ready: (page, say) => page.getByText(`${say('map:status.markers')}: 1/1`).waitFor(),
  },
  {
    name: 'category-wrong',
    login: 'superadmin',
    path: '/household_categories',
    ready: async (page, say) => {
      await addButtonOf(page, say).click();
      const dialog = dialogOf(page, say('household_categories:addTitle'));
      await saveButtonOf(dialog, 'add', say).click();
      await dialog.getByText(say('household_categories:colorRequired')).waitFor();
    },
  },
  {
    name: 'directions-view',
    login: 'superadmin',
    path: '/directions',
    ready: async (page, say) => {
      await rowsOf(page).first().waitFor();
      await page.getByRole('button', { name: say('kernel:records.view') }).click();
      await page.getByRole('dialog', { name: say('kernel:records.view') }).waitFor();
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
    ready: (page, say) => page.getByText(say('kernel:ui.emptyTable')).waitFor(),
  },
]);
