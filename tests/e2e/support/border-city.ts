import type { Locator, Page } from '@playwright/test';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import type { Household } from '#plugins/households/contract.ts';
import type { Api } from './api.ts';
import { makeRecord } from './records.ts';
import { makeAdmin, makeRole, tokenOf } from './staff.ts';
import type { t } from './texts.ts';

type Translate = typeof t;
type Position = [lat: number, lng: number];

/** Places in thousandths of a degree north and east of a base, and boxes: south, west, north, east. */
export function boxesAt(lat: number, lng: number) {
  const at = (y: number, x: number): Position => [
    Math.round((lat + y / 1000) * 1e6) / 1e6,
    Math.round((lng + x / 1000) * 1e6) / 1e6,
  ];
  const box = (south: number, west: number, north: number, east: number): Position[] => [
    at(south, west),
    at(south, east),
    at(north, east),
    at(north, west),
  ];
  return { at, box };
}

/** Sends calls as the admin of a token. */
export function callerOf(url: string, token: string) {
  return async <Result>(path: string, body: object): Promise<Result> => {
    const response = await fetch(`${url}/api/uz/${path}`, {
      method: 'POST',
      headers: {
        Authorization: token,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Result;
  };
}

let serial = 0;

/** Creates households in a neighbourhood, as a permitted user; each has its own member. */
export async function householdsOf(api: Api, neighborhoodId: number, call: ReturnType<typeof callerOf>) {
  const street = await makeRecord(api, 'streets', { neighborhood_id: neighborhoodId });
  const categories = await api.get<{ id: number }[]>('household-categories?pagination=false', 'registrar');
  return async (coords: Position, houseNumber = 3): Promise<Household> => {
    serial += 1;
    const personal = makeJshshir({ birthday: '1991-03-11', sex: 'male', serial });
    const made = await call<Household>('households', {
      neighborhood_id: neighborhoodId,
      street_id: street.id,
      household_category_id: categories[0]?.id,
      house_type: 'apartment',
      house_number: houseNumber,
      citizens: [{ full_name: 'Sinovchi Fuqaro', personal_number: personal }],
      coords,
    });
    // The response of a change is masked.
    return { ...made, citizens: made.citizens.map((citizen) => ({ ...citizen, personal_number: personal })) };
  };
}

/** The list of border problems of the city. */
export const checksOf = (page: Page, translate: Translate): Locator =>
  page.getByRole('main').getByRole('region', { name: translate('map:check.title') });

/** The dialog of a plan. */
export const planOf = (page: Page, translate: Translate): Locator =>
  page.getByRole('dialog', { name: translate('neighborhoods:plan.title') });

/** The input for moving corners: the title of the area, and the corners by number, starting at 1. */
interface CornerMove {
  readonly title: string;
  readonly corners: readonly number[];
  readonly lng: number;
}

/** Types another longitude for corners of an area on the page's map. */
export async function moveCorners(page: Page, translate: Translate, { title, corners, lng }: CornerMove) {
  const main = page.getByRole('main');
  const line = main.getByRole('button', { name: translate('map:list.select', { title }) });
  // The list and the table of corners may already be open.
  if (!(await line.isVisible()))
    await main.getByRole('button', { name: translate('map:toolbar.list') }).click();
  await line.click();
  const table = main.getByRole('button', { name: translate('map:vertices.show') });
  if ((await table.getAttribute('aria-expanded')) !== 'true') await table.click();
  for (const number of corners) {
    const field = main.getByLabel(translate('map:vertices.longitude_of', { number }));
    await field.fill(String(lng));
    await field.press('Enter');
  }
  return main;
}

let places = 0;

/** Two adjacent neighbourhoods, and a household with an application near their border in the western one. */
export async function makeSharedBorder(api: Api, url: string) {
  const { at, box } = boxesAt(42.2 + places++ / 20, 61.2);
  const [west, east] = [
    await makeRecord(api, 'neighborhoods', { coords: box(0, 0, 10, 10), color: '#0b7480' }),
    await makeRecord(api, 'neighborhoods', { coords: box(0, 10, 10, 20), color: '#c2410c' }),
  ];
  const role = await makeRole(api, { permissions: ['application_receiver', 'household_add'] });
  const adminOf = (area: number) => makeAdmin(api, { role_id: role.id, neighborhoods: [area] });
  const [former, next, other] = [await adminOf(west.id), await adminOf(east.id), await adminOf(east.id)];
  const call = callerOf(url, await tokenOf(url, former.login));
  const household = await (await householdsOf(api, west.id, call))(at(5, 9), 17);
  const application = await api.sendApplication({
    neighborhood_id: String(west.id),
    personal_number: household.citizens[0]?.personal_number ?? '',
  });
  await call(`applications/${application.id}/actions/statuses`, { status: 'accepted' });
  return { at, box, west, east, former, next, other, household, application };
}
