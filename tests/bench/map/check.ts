import { checkBorders } from '../../../widgets/map/model/borders/check.ts';
import { latLng, type Shapes } from '../../../widgets/map/model/index.ts';
import { tiles } from './editors/data.ts';
import { percentile, print } from './table.ts';

/** The row's name on the command line. */
export const checkPart = 'check';

const [columns, rows, corners] = [8, 5, 2000];

/** The maximum median, in milliseconds, for checking a city of forty areas with two thousand corners each. */
const goal = 200;

/** The number of measured runs, after some that compile the code, as on first use of a map. */
const times = 15;
const warmUps = 3;

/** Finds gaps and overlaps in a city; returns whether the goal was reached. */
export function measureCheck(): boolean {
  const took: number[] = [];
  for (let time = 0; time < times + warmUps; time += 1) {
    const city = shapes();
    const begun = performance.now();
    const problems = checkBorders(city);
    took.push(performance.now() - begun);
    // The areas fit together, except where a corner is missing.
    if (problems.length !== 1) throw new Error(`${problems.length} problems instead of 1`);
  }
  const middle = percentile(took.slice(warmUps), 0.5);
  print('');
  print(`check ${columns * rows} areas of ${corners}`, 'ms', 'first', 'slowest');
  print('  komak', middle.toFixed(0), (took[0] ?? 0).toFixed(0), Math.max(...took.slice(warmUps)).toFixed(0));
  print(`  goal ${goal} ms`, middle.toFixed(0), middle <= goal ? 'reached' : 'MISSED');
  return middle <= goal;
}

/** New objects each time, since results are cached by area; one lacks a corner of a shared border. */
function shapes(): Shapes {
  const polygons = tiles(columns, rows, corners).map((ring, id) => ({
    id,
    title: `Mahalla ${id}`,
    color: '#1d5fd1',
    coords: ring.map(([lng, lat]) => latLng(lat, lng)),
  }));
  return { polygons: polygons.map((polygon, at) => (at === 19 ? withDent(polygon) : polygon)), markers: [] };
}

/** Without one corner of a border that it shares. */
function withDent<Area extends { readonly coords: readonly unknown[] }>(area: Area): Area {
  return { ...area, coords: area.coords.toSpliced(280, 1) };
}
