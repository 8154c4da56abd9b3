import { expect } from 'vitest';
import { t } from '../e2e/support/texts.ts';
import { shapes } from '../e2e/support/map-element.ts';
import { story } from './support/story.ts';

interface MapElement extends HTMLElement {
  readonly value: {
    readonly polygons: readonly unknown[];
    readonly markers: readonly { readonly coords: number[] }[];
  };
  project(place: readonly number[]): [number, number] | null;
}

const countReady = () =>
  (window as unknown as { received: [string, string][] }).received.filter(([type]) => type === 'ready')
    .length;

story(
  'the map on another site shows shapes, and a marker is dragged',
  async ({ page, site, picture, webgl }) => {
    await page.goto(`${site}/map`);
    await page.until('the map', countReady);
    if (!webgl)
      await page.until(
        'the reason',
        (reason: string) => document.querySelector('komak-map')?.shadowRoot?.textContent?.includes(reason),
        [t('map:plain.reason')],
      );
    await page.find({ css: 'button', name: t('map:toolbar.add_marker') });
    const [marker] = shapes.markers;
    if (!marker) throw new Error('there is no marker');
    const place = () =>
      page.until(
        'the place of the marker',
        (coords: number[]) => {
          const map = document.querySelector<MapElement>('komak-map');
          const at = map?.project(coords);
          const box = map?.getBoundingClientRect();
          return at && box ? { x: Math.round(box.left + at[0]), y: Math.round(box.top + at[1]) } : null;
        },
        [marker.coords],
      );
    const { x, y } = await place();
    await page.driver.click({ x, y });
    await page.find({ css: 'input', name: t('map:card.title') });
    const now = await place();
    await page.driver.drag([now, { x: now.x - 12, y: now.y - 8 }, { x: now.x - 40, y: now.y - 30 }]);
    const moved = await page.until(
      'the marker elsewhere',
      (before: number[]) => {
        const coords = document.querySelector<MapElement>('komak-map')?.value.markers[0]?.coords;
        return coords && coords[0] !== before[0] ? coords : null;
      },
      [marker.coords],
    );
    expect(moved[0]).toBeGreaterThan(marker.coords[0] ?? 0);
    expect(moved[1]).toBeLessThan(marker.coords[1] ?? 0);
    await picture('map-site');
  },
  { map: true },
);

story('a citizen types into the form on another site', async ({ page, api, site, picture }) => {
  const frame = 'komak-apply';
  const field = (name: string) => ({ css: 'input, textarea', name: t(`apply:panel.fields.${name}`), frame });
  await page.goto(`${site}/apply`);
  const person = {
    last_name: 'Matkarimova',
    first_name: 'Zulfiya',
    personal_number: '41705900012345',
  };
  for (const [name, text] of Object.entries(person)) await page.write(field(name), text);
  expect(
    await page.driver.run(
      (label: string) =>
        [...document.querySelectorAll('label')].some(({ textContent }) => textContent?.includes(label)),
      [t('apply:panel.fields.phone')],
      frame,
    ),
  ).toBe(true);
  await page.until(
    'all that was typed',
    (expected: string[]) => {
      const values = [...document.querySelectorAll('input')].map(({ value }) => value);
      return expected.every((text) => values.includes(text));
    },
    [Object.values(person)],
    frame,
  );
  await picture('apply');
  expect(await api.sharedNeighborhood()).toBeGreaterThan(0);
});
