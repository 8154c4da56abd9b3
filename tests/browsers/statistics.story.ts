import { expect } from 'vitest';
import type { NeighborhoodStats } from '#plugins/stats/contract.ts';
import { t } from '../e2e/support/texts.ts';
import { story } from './support/story.ts';
import { untilDrawn } from './support/maps.ts';

story(
  'statistics show the city on a map, and a neighbourhood by its row',
  async ({ page, api, enter, picture, webgl }) => {
    const { items } = await api.get<NeighborhoodStats>('stats/neighborhoods', 'superadmin');
    const [first] = items;
    if (!first) throw new Error('the demonstration has no neighbourhoods');
    await enter('superadmin', '/stats/general');
    await untilDrawn(page, webgl);
    await picture('statistics');
    const name = t('stats:neighborhood', { name: first.uz.name });
    await page.click({ css: 'main tbody tr', name });
    await page.until(
      'the neighbourhood in the address',
      (id: string) => location.search.includes(`selected=${id}`),
      [String(first.id)],
    );
    await page.find({ css: 'a', name: t('stats:selection.applications') });
    await picture('statistics-selected');
    expect(await page.driver.run(() => document.querySelectorAll('svg').length, [])).toBeGreaterThan(0);
  },
  { map: true },
);
