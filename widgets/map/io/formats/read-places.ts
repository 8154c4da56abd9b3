import { readJsonValue } from './read-json.ts';
import { listOf, recordOf } from '../../model/exchange/read-value.ts';
import {
  colorOr,
  positionFault,
  type MarkerShape,
  type PolygonShape,
  type ShapeIssue,
} from '../../model/index.ts';
import { ColumnsBuilder, type Category, type PlaceColumns } from '../../model/places/columns.ts';

/** The content of a large map: its places as columns, its areas as shapes. */
export interface Places {
  readonly columns: PlaceColumns;
  readonly polygons: readonly PolygonShape[];
  /** The shapes that were left out, with the reason. */
  readonly skipped: readonly ShapeIssue[];
}

/**
 * Reads a response of `stats/households-locations` without creating an object for each household. Other formats are read
 * like an import, with markers grouped by colour.
 */
export function readPlaces(value: unknown, language: 'uz' | 'ru' = 'uz'): Places {
  const response = recordOf(value);
  if (!Array.isArray(response?.['households'])) return readMarkers(value, language);
  const { neighborhoods, households } = response;
  const areas = readJsonValue({ neighborhoods: listOf(neighborhoods) }, { language });
  const first = listOf(neighborhoods).length + 1;
  const { columns, skipped } = readHouseholds(listOf(households), first, language);
  return {
    columns,
    polygons: areas.polygons.map(({ shape }) => shape),
    skipped: [...areas.skipped, ...skipped],
  };
}

/** Markers as columns, one category for each colour. */
export function columnsOfMarkers(markers: readonly MarkerShape[]): PlaceColumns {
  const builder = new ColumnsBuilder(markers.length);
  for (const { id, color, coords } of markers) {
    builder.add(coords[0], coords[1], id, { id: color, title: '', color });
  }
  return builder.columns();
}

function readMarkers(value: unknown, language: 'uz' | 'ru'): Places {
  const reading = readJsonValue(value, { language });
  return {
    columns: columnsOfMarkers(reading.markers.map(({ shape }) => shape)),
    polygons: reading.polygons.map(({ shape }) => shape),
    skipped: reading.skipped,
  };
}

function readHouseholds(
  households: readonly unknown[],
  first: number,
  language: 'uz' | 'ru',
): Pick<Places, 'columns' | 'skipped'> {
  const builder = new ColumnsBuilder(households.length);
  const categoryOf = categoryReader(language);
  const skipped: ShapeIssue[] = [];
  for (const [index, item] of households.entries()) {
    const { id, coords, household_category: category } = recordOf(item) ?? {};
    const [lat, lng] = listOf(coords);
    const reason = positionFault(lat, lng);
    if (reason) skipped.push({ number: first + index, title: '', kind: 'marker', reason });
    else builder.add(lat as number, lng as number, id, categoryOf(category));
  }
  return { columns: builder.columns(), skipped };
}

/** Each category is repeated for every household: it is parsed once. */
function categoryReader(language: 'uz' | 'ru'): (value: unknown) => Category {
  const known = new Map<unknown, Category>();
  return (value) => {
    const written = recordOf(value) ?? {};
    const id = typeof written['id'] === 'number' || typeof written['id'] === 'string' ? written['id'] : '';
    const before = known.get(id);
    if (before) return before;
    const other = language === 'uz' ? 'ru' : 'uz';
    const name = recordOf(written[language])?.['name'] ?? recordOf(written[other])?.['name'];
    const category = {
      id,
      title: typeof name === 'string' ? name : '',
      color: colorOr(written['color'], 'marker'),
    };
    known.set(id, category);
    return category;
  };
}
