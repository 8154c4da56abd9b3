import type { Page } from '@playwright/test';
import { textOf } from '../contract/letters/read-pdf.ts';
import { Api } from './support/api.ts';
import { applyFormOf } from './support/apply.ts';
import { expectToast } from './support/applications.ts';
import { makeLetter } from './support/letters.ts';
import { fillNames, saveButtonOf, uniqueMark } from './support/records.ts';
import { deploymentWith, startProduct, type Server } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

const center = [42.4531, 59.6103] as const;
const zone = 'Asia/Vladivostok';
const office = 'Nukus shahar hokimligi';
const repositoryCity = /urganch|urgench|ургенч/i;
const mainOf = (page: Page) => page.getByRole('main');
/** A calendar day in the zone, a number of days from now. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: zone });

const zoom = 11;
/** The corners of a drawn shape around a map's centre, in pixels to the right and down. */
const reach = 100;
const corners = [
  [-reach, -reach],
  [reach, -reach],
  [reach, reach],
  [-reach, reach],
] as const;

let product: Server;
let api: Api;
// In one worker, which starts a single server.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct(
    deploymentWith((deployment) => {
      deployment.branding = { name: 'Nukus yordami', logo: '/mark-dot.svg' };
      deployment.timeZone = zone;
      deployment.place = {
        name: { uz: 'Nukus shahri', ru: 'Город Нукус' },
        center: [...center],
        zoom,
      };
      deployment.plugins['letters'] = {
        config: { office_uz: office, office_ru: 'Хокимият города Нукуса', contacts_uz: '', contacts_ru: '' },
      };
      deployment.plugins['applications'] = {
        config: {
          deadlineDays: 1,
          deadline: { count: 'working' },
          calendar: { daysOff: [], holidays: [dayIn(1), dayIn(2), dayIn(3)] },
        },
      };
    }),
  );
  api = new Api(product.url);
});
test.afterAll(async () => product?.close());

test('the sign-in page, the menu, the figures and settings are those of the city of the deployment', async ({
  open,
}) => {
  const entrance = await open(product.url, null, { path: '/login' }, api);
  await expect(entrance.getByText('Nukus yordami').first()).toBeVisible();
  await expect(entrance).toHaveTitle(/Nukus yordami/);
  await expect(entrance.locator('img[src="/mark-dot.svg"]').first()).toBeVisible();
  expect(await entrance.locator('body').innerText()).not.toMatch(repositoryCity);

  const page = await open(product.url, 'superadmin', { path: '/stats/general', language: 'ru' }, api);
  const menu = page.getByRole('navigation', { name: textsIn('ru')('kernel:shell.menu') }).locator('..');
  await expect(menu).toContainText('Nukus yordami');
  await expect(menu.locator('img[src="/mark-dot.svg"]').first()).toBeVisible();
  await expect(mainOf(page).getByText('Город Нукус')).toBeVisible();
  await page.goto('/settings');
  await expect(mainOf(page).getByText(zone)).toBeVisible();
  await expect(mainOf(page).getByText('Город Нукус')).toBeVisible();
});

test('a map starts with the centre and the zoom of the deployment', async ({ open }) => {
  const mark = uniqueMark();
  const page = await open(product.url, 'superadmin', { path: '/neighborhoods/add' }, api);
  await page.locator('[data-phase="ready"]').waitFor();
  await fillNames(mainOf(page), { uz: `Qizketken ${mark}`, ru: `Кызкеткен ${mark}` });
  await page.getByRole('button', { name: t('map:toolbar.draw_polygon') }).click();
  const stage = await page.getByRole('application').first().boundingBox();
  if (!stage) throw new Error('the map is not there');
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  for (const [right, down] of corners) await page.mouse.click(middle.x + right, middle.y + down);
  await page.getByRole('button', { name: t('map:draw.finish'), exact: true }).click();
  await saveButtonOf(mainOf(page), 'add').click();
  await expectToast(page, t('neighborhoods:added'));
  const { items } = await api.get<{ items: { coords: [number, number][] }[] }>(
    `neighborhoods?search=${encodeURIComponent(mark)}`,
    'superadmin',
  );
  const { coords = [] } = items[0] ?? {};
  expect(coords).toHaveLength(corners.length);
  const [lats, lngs] = [0, 1].map((axis) => coords.map((point) => point[axis] ?? 0)) as [number[], number[]];
  expect((Math.min(...lats) + Math.max(...lats)) / 2).toBeCloseTo(center[0], 2);
  expect((Math.min(...lngs) + Math.max(...lngs)) / 2).toBeCloseTo(center[1], 2);
  // At zoom 0 the world is 512 pixels wide.
  const degrees = Math.max(...lngs) - Math.min(...lngs);
  expect(Math.log2((2 * reach * 360) / (512 * degrees))).toBeCloseTo(zoom, 1);
});

test('deadlines, times and letters follow its holidays, its time zone and its office', async ({ open }) => {
  const { id, createdAt, cancel_time } = await api.sendApplication();
  const deadline = new Date(cancel_time ?? 0).toLocaleDateString('sv-SE', { timeZone: zone });
  expect(deadline, 'three holidays come first').toBe(dayIn(4));
  const page = await open(product.url, 'operator', { path: `/applications/${id}` }, api);
  const time = new Date(createdAt).toLocaleTimeString('uz', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  await expect(mainOf(page).getByText(new RegExp(time)).first()).toBeVisible();
  const letter = await makeLetter(api, id);
  const file = await fetch(`${product.url}${letter.file.url}`);
  const text = await textOf(new Uint8Array(await file.arrayBuffer()));
  expect(text.replaceAll(/\s+/g, ' ').toLowerCase()).toContain(office.toLowerCase());
  expect(text).not.toMatch(repositoryCity);
});

test('the page of the server on which citizens apply names the same city', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`${product.url}/apply?lang=uz`);
  await expect(page).toHaveTitle(/ · Nukus yordami$/);
  await expect(page.getByText('Nukus yordami', { exact: true })).toBeVisible();
  const logo = page.locator('header img[src="/mark-dot.svg"]');
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const form = applyFormOf(page);
  await expect(form.locator('.ka-form')).toBeVisible({ timeout: 60_000 });
  expect(await form.locator('body').innerText()).not.toMatch(repositoryCity);
  await page.close();
});
