import { checkBorders } from '../../../widgets/map/model/borders/check.ts';
import { latLng, type Shapes } from '../../../widgets/map/model/index.ts';
import { tiles } from './editors/data.ts';
import { percentile, print } from './table.ts';

/** Names the row on the command line. */
export const checkPart = 'check';

const [columns, rows, corners] = [8, 5, 2000];

/** Milliseconds in which a city of forty areas of two thousand corners is to be checked. */
const goal = 200;

/** So often; the first times compile the code, as the first look at a map does. */
const times = 15;
const warmUps = 3;

/** Looks for gaps and overlaps in a city; answers whether it was quick enough. */
export function measureCheck(): boolean {
  const took: number[] = [];
  for (let time = 0; time < times + warmUps; time += 1) {
    const city = shapes();
    const begun = performance.now();
    const problems = checkBorders(city);
    took.push(performance.now() - begun);
    // Areas that fill a rectangle have no gap; one that is missing leaves a hole.
    if (problems.length !== 1) throw new Error(`${problems.length} problems`);
  }
  const middle = percentile(took.slice(warmUps), 0.5);
  print('');
  print(`check ${columns * rows} areas of ${corners}`, 'ms', 'first', 'slowest');
  print('  komak', middle.toFixed(0), (took[0] ?? 0).toFixed(0), Math.max(...took.slice(warmUps)).toFixed(0));
  print(`  goal ${goal} ms`, middle.toFixed(0), middle <= goal ? 'reached' : 'MISSED');
  return middle <= goal;
}

/** New objects each time, since an area keeps what was computed of it; one lacks a corner of a border that it shares. */
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
