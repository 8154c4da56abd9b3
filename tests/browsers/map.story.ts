import { expect } from 'vitest';
import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { t } from '../e2e/support/texts.ts';
import { stageOf, untilDrawn } from './support/maps.ts';
import { story } from './support/story.ts';

/** Half the side of the square, in degrees. */
const reach = 0.01;

/**
 * The centre of a square, far from the city and from the squares of other browsers: at a common border,
 * saving asks about the neighbour first.
 */
function nextMiddle(): readonly [number, number] {
  received += 1;
  return [41.9 - received * 0.1, 61.5];
}

let received = 0;

story(
  'the corner of a neighbourhood is moved on the map and saved',
  async ({ page, api, enter, picture, webgl }) => {
    const mark = Date.now().toString(36);
    const middle = nextMiddle();
    const corners = [
      [-reach, -reach],
      [-reach, reach],
      [reach, reach],
      [reach, -reach],
    ].map(([lat = 0, lng = 0]) => [middle[0] + lat, middle[1] + lng]);
    const { id } = await api.write<Neighborhood>(
      'POST',
      'neighborhoods',
      { uz: { name: `Sinov ${mark}` }, ru: { name: `Проба ${mark}` }, coords: corners, color: '#0b7480' },
      'superadmin',
    );
    await enter('superadmin', `/neighborhoods/${id}`);
    await untilDrawn(page, webgl);
    await page.click({ css: 'main button', name: t('map:toolbar.list') });
    await page.click({
      css: 'main button',
      name: t('map:list.select', { title: `Sinov ${mark}` }),
    });
    await page.click({ css: 'main button', name: t('map:toolbar.edit') });
    await picture('map-before');
    // Half the side of the square in pixels: the map is fitted to the square, so it must be large.
    const stage = await stageOf(page);
    const scale = 2 ** (await zoomOf());
    const pixels = {
      x: (reach / 360) * 512 * scale,
      y: ((reach / 360) * 512 * scale) / Math.cos((middle[0] * Math.PI) / 180),
    };
    const center = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
    expect(pixels.x).toBeGreaterThan(30);
    const shown = await page.driver.run(() => document.querySelectorAll('.km-stage canvas').length, []);
    expect(shown).toBeGreaterThan(0);
    // By keyboard, which needs no positions: Tab picks a corner, each arrow moves it one pixel east.
    await page.driver.run(() => document.querySelector<HTMLElement>('.km-stage')?.focus(), []);
    await page.driver.press('Tab');
    await page.driver.press('ArrowRight');
    await page.driver.press('ArrowRight');
    await page.driver.wheel(center, -120);
    await picture('map');
    await page.click({ css: 'main button[type="submit"]', name: t('kernel:records.update') });
    await page.sees(t('neighborhoods:updated'));
    const { coords } = await api.get<Neighborhood>(`neighborhoods/${id}`, 'superadmin');
    expect(coords).not.toEqual(corners);
    expect(coords).toHaveLength(4);

    async function zoomOf(): Promise<number> {
      const text = await page.until(
        'the zoom',
        () => document.querySelector<HTMLElement>('.km-status .km-wide')?.innerText,
      );
      return Number(text.replace(/^\D+/, '').replace(',', '.'));
    }
  },
  { map: true },
);
