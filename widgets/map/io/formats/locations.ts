import type { Collector, ReadOptions } from '../../model/exchange/collector.ts';
import { listOf, recordOf } from '../../model/exchange/record.ts';

/** Whether a JSON value is an answer of `stats/households-locations`. */
export function isLocations(value: unknown): boolean {
  const answer = recordOf(value);
  return Array.isArray(answer?.['neighborhoods']) || Array.isArray(answer?.['households']);
}

/** Reads neighbourhoods as polygons and households as markers in the colour of their category. */
export function readLocations(value: unknown, collector: Collector, { language = 'uz' }: ReadOptions): void {
  const answer = recordOf(value);
  for (const item of listOf(answer?.['neighborhoods'])) {
    const neighborhood = recordOf(item) ?? {};
    const { id, coords, color } = neighborhood;
    collector.next().polygon({ id, title: nameOf(neighborhood, language), color, coords, axes: 'lat,lng' });
  }
  for (const item of listOf(answer?.['households'])) {
    const { id, coords, household_category: kind } = recordOf(item) ?? {};
    const category = recordOf(kind) ?? {};
    const { color } = category;
    collector.next().marker({ id, title: nameOf(category, language), color, coords, axes: 'lat,lng' });
  }
}

function nameOf(entity: Readonly<Record<string, unknown>>, language: 'uz' | 'ru'): unknown {
  const other = language === 'uz' ? 'ru' : 'uz';
  return recordOf(entity[language])?.['name'] ?? recordOf(entity[other])?.['name'] ?? entity['name'];
}
