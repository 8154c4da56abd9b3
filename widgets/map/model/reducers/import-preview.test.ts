import { describe, expect, test } from 'vitest';
import { read } from '../../../../tests/support/map/read.ts';
import { Script } from '../../../../tests/support/map/script.ts';
import { previewImport, type ImportPreview } from './import-preview.ts';

interface Area {
  readonly id: number;
  readonly name: string;
  readonly west?: number;
  /** In tenths of a degree. */
  readonly width?: number;
}

/** A file of rectangles that are a tenth of a degree high. */
function areas(...all: readonly Area[]): string {
  const features = all.map(({ id, name, west = 60 + id, width = 1 }) => {
    const east = west + width / 10;
    const ring = [
      [west, 41],
      [east, 41],
      [east, 41.1],
      [west, 41.1],
      [west, 41],
    ];
    return { type: 'Feature', properties: { id, name }, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const before = (text = areas({ id: 1, name: 'A' }, { id: 2, name: 'B' })) =>
  new Script().do({ type: 'import', reading: read(text) });

const preview = (text: string, script = before()): ImportPreview => previewImport(script.state, read(text));

describe('the preview of an import', () => {
  test('lists what an update changes, with the area and the title that stays', () => {
    const script = before();
    const { state } = script;
    const text = areas({ id: 3, name: 'C' }, { id: 2, name: 'B2', width: 1.5 }, { id: 1, name: 'A' });
    const { differences, needsChoice } = preview(text, script);
    expect(needsChoice).toBe(true);
    expect(differences.update).toEqual({
      added: 1,
      changed: 1,
      same: 1,
      skipped: 0,
      lines: [
        {
          number: 2,
          title: 'B',
          effect: 'changed',
          change: { kind: 'polygon', areaChange: expect.closeTo(0.5, 6) as number },
          otherTitle: 'B2',
        },
        { number: 1, title: 'C', effect: 'added' },
      ],
    });
    expect(script.state).toBe(state);
  });

  test('has a line for an unchanged shape only if its title differs', () => {
    const { differences, needsChoice } = preview(areas({ id: 1, name: 'Boshqa nom' }, { id: 2, name: 'B' }));
    // Its name would stay, so an update changes nothing; adding it would.
    expect(needsChoice).toBe(true);
    expect(differences.update).toMatchObject({ added: 0, changed: 0, same: 2, skipped: 0 });
    expect(differences.update.lines).toEqual([
      { number: 1, title: 'A', effect: 'same', otherTitle: 'Boshqa nom' },
    ]);
    expect(differences.add).toMatchObject({ added: 1, same: 1 });
  });

  test('gives the distance by which a marker moves', () => {
    const point = (lat: number) =>
      JSON.stringify({
        type: 'Feature',
        properties: { id: 5, name: 'P' },
        geometry: { type: 'Point', coordinates: [60, lat] },
      });
    const { lines } = preview(point(41.01), before(point(41))).differences.update;
    // A hundredth of a degree of latitude on a sphere of 6,371 km.
    const meters = expect.closeTo((6_371_009 * Math.PI) / 18_000, 0) as number;
    expect(lines).toEqual([
      { number: 1, title: 'P', effect: 'changed', change: { kind: 'marker', meters }, otherTitle: null },
    ]);
  });

  test('follows the choice for shapes with existing numbers', () => {
    const { differences } = preview(areas({ id: 1, name: 'A', west: 70 }, { id: 3, name: 'C' }));
    const effects = Object.entries(differences).map(([mode, { lines }]) => [
      mode,
      ...lines.map(({ number, effect }) => `${number} ${effect}`),
    ]);
    expect(effects).toEqual([
      ['update', '1 changed', '2 added'],
      ['add', '1 added', '2 added'],
      ['skip', '2 added', '1 skipped'],
    ]);
    expect(differences.skip.lines.at(-1)).toMatchObject({ reason: 'duplicate_id' });
    expect(differences.skip).toMatchObject({ added: 1, changed: 0, same: 0, skipped: 1 });
  });

  test('lists what the permissions and the text leave out, with the reason', () => {
    const may = { add: false, edit: true, delete: false };
    const script = before().do({ type: 'configure', rights: { polygon: may, marker: may } });
    const text = JSON.parse(areas({ id: 1, name: 'A', west: 70 }, { id: 3, name: 'C' })) as {
      features: unknown[];
    };
    text.features.push({
      type: 'Feature',
      properties: { id: 4, name: 'D' },
      geometry: { type: 'Polygon', coordinates: [[[60, 41]]] },
    });
    const { needsChoice, differences } = preview(JSON.stringify(text), script);
    expect(needsChoice).toBe(true);
    expect(differences.update.lines.slice(1)).toEqual([
      { number: 2, title: 'C', effect: 'skipped', reason: 'not_allowed' },
      { number: 3, title: 'D', effect: 'skipped', reason: 'too_few_points' },
    ]);
  });

  test('needs no choice without existing numbers, and is the same for all of them', () => {
    const { needsChoice, differences } = preview(areas({ id: 9, name: 'D' }));
    expect(needsChoice).toBe(false);
    expect(differences.add).toMatchObject({ added: 1, lines: [{ effect: 'added' }] });
    expect(differences.add).toEqual(differences.update);
  });
});
