import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allRights } from '../../model/shapes/rights.ts';
import { latLng, noShapes } from '../../model/shapes/shape.ts';
import { read, rings, shapesOf, skipped } from '../../../../tests/support/map/read.ts';
import { Script } from '../../../../tests/support/map/script.ts';
import { someShapes } from '../../../../tests/support/map/shapes.ts';
import { mergeReports, onlySwapped } from '../../model/exchange/parse-result.ts';
import { exportFileName, toExport, toValue } from '../../model/exchange/write.ts';

const view = { center: latLng(41.5585558, 60.6208756), zoom: 13, now: new Date('2026-11-21T08:15:30Z') };

describe('the export', () => {
  test('has the shape and the name of the specification', () => {
    expect(toExport(noShapes, view)).toEqual({
      polygons: [],
      markers: [],
      mapCenter: [41.5585558, 60.6208756],
      mapZoom: 13,
      exportedAt: '2026-11-21T08:15:30.000Z',
    });
    expect(exportFileName(view.now)).toBe(`map-data-${view.now.getTime()}.json`);
  });

  test('is a copy that the host may change', () => {
    const script = new Script().do({ type: 'add_marker', id: 'm', title: '', at: latLng(41, 60) });
    const value = toValue(script.state.value);
    value.markers[0]!.coords[0] = 7;
    value.markers.length = 0;
    expect(script.state.value.markers[0]?.coords).toEqual([41, 60]);
  });

  test('is imported unchanged', () => {
    fc.assert(
      fc.property(someShapes, (given) => {
        const reading = read(JSON.stringify(toExport(given, view)));
        expect(shapesOf(reading)).toEqual(JSON.parse(JSON.stringify(given)));
        expect(reading).toMatchObject({ format: 'export', skipped: [] });
        // Edges that span half the world are reported.
        expect(reading.notes.filter(({ reason }) => reason !== 'antimeridian')).toEqual([]);
      }),
    );
  });
});

describe('swapped latitude and longitude', () => {
  const urganch = latLng(41.55, 60.62);
  const wrong = {
    markers: [{ coords: [60.6, 41.5] }],
    polygons: [
      {
        coords: [
          [60.6, 41.5],
          [60.7, 41.5],
          [60.7, 41.6],
        ],
      },
    ],
  };
  const text = JSON.stringify(wrong);

  test('are detected by the visible area of the map', () => {
    expect(skipped(text, { near: urganch })).toEqual(['1 swapped', '2 swapped']);
    expect(read(text).polygons).toHaveLength(1);
  });

  test.each([
    ['Toshkent', 69.24, 41.31],
    ['Fargʻona', 71.78, 40.38],
    ['Termiz', 67.28, 37.22],
  ])('are detected in %s while the map shows Urganch', (_, lat, lng) => {
    expect(skipped(JSON.stringify({ markers: [{ coords: [lat, lng] }] }), { near: urganch })).toEqual([
      '1 swapped',
    ]);
    expect(skipped(JSON.stringify({ markers: [{ coords: [lng, lat] }] }), { near: urganch })).toEqual([]);
  });

  test('are swapped or kept, as the user decides', () => {
    expect(rings(text, { near: urganch, axes: 'exchanged' })).toEqual([
      [
        [41.5, 60.6],
        [41.5, 60.7],
        [41.6, 60.7],
      ],
    ]);
    expect(rings(text, { near: urganch, axes: 'as_written' })).toEqual([
      [
        [60.6, 41.5],
        [60.7, 41.5],
        [60.7, 41.6],
      ],
    ]);
  });

  test('are detected without it if they are out of range', () => {
    const japan = JSON.stringify({ markers: [{ coords: [140, 36] }] });
    expect(skipped(japan)).toEqual(['1 swapped']);
    expect(skipped('POINT (36 140)')).toEqual(['1 swapped']);
    expect(skipped(japan, { axes: 'as_written' })).toEqual(['1 outside_world']);
    expect(read(japan, { axes: 'exchanged' }).markers[0]?.shape.coords).toEqual([36, 140]);
  });

  test('are kept and reported where the host provides them', () => {
    const noted = [
      { number: 1, kind: 'polygon', reason: 'swapped' },
      { number: 2, kind: 'marker', reason: 'swapped' },
    ];
    expect(read(text, { near: urganch, doubt: 'noted' })).toMatchObject({ skipped: [], notes: noted });
    const script = new Script().do({ type: 'replace', shapes: wrong, near: urganch }, 'api');
    expect(script.last?.report).toMatchObject({ accepted: 2, skipped: [], notes: noted });
    expect(script.state.value.markers[0]?.coords).toEqual([60.6, 41.5]);
    const right = { markers: [{ coords: [41.5, 60.6] }, { coords: [40.38, 71.78] }] };
    script.do({ type: 'replace', shapes: right, near: urganch }, 'api');
    expect(script.last?.report).toMatchObject({ accepted: 2, notes: [] });
  });

  test.each([
    ['as_written', [60.6, 41.5], [55.75, 37.62]],
    ['exchanged', [41.5, 60.6], [37.62, 55.75]],
  ] as const)('of an import are %s after the decision, and nothing else later', (axes, one, other) => {
    const file = JSON.stringify({
      polygons: [{ title: 'few', coords: [[41, 60]] }],
      markers: [{ coords: [41.6, 60.5] }, { coords: [60.6, 41.5] }, { coords: [55.75, 37.62] }],
    });
    const script = new Script().do({ type: 'import', reading: read(file, { near: urganch }) });
    const first = script.last?.report;
    expect(first).toMatchObject({ accepted: 1, skipped: [{ number: 1 }, { number: 3 }, { number: 4 }] });
    script.do({ type: 'import', reading: onlySwapped(read(file, { axes }), first!) });
    expect(script.state.value.markers.map(({ coords }) => coords)).toEqual([[41.6, 60.5], one, other]);
    expect(mergeReports(first!, script.last!.report!)).toMatchObject({
      accepted: 3,
      skipped: [{ number: 1, reason: 'too_few_points' }],
    });
  });

  test('are not suspected for shapes elsewhere in either order', () => {
    expect(
      skipped(JSON.stringify({ markers: [{ coords: [51.5, -0.1] }, { coords: [41.6, 60.5] }] }), {
        near: urganch,
      }),
    ).toEqual([]);
  });
});

describe('a text that replaces all shapes', () => {
  const one = () => new Script().do({ type: 'add_marker', id: 'm', title: '', at: latLng(41, 60) });

  test.each([
    ['<!doctype html><html><body>502 Bad Gateway</body></html>', 'unreadable'],
    ['{"message":"no such page"}', 'unreadable'],
    ['', 'empty'],
    ['<kml><a></kml>', 'unreadable'],
  ])('%j is rejected, and removes nothing', (text, failure) => {
    const script = one().do({ type: 'replace', shapes: null, reading: read(text) }, 'api');
    expect(script.last).toMatchObject({ changed: false, report: { failure, accepted: 0 } });
    expect(script.state.shapes.markers).toHaveLength(1);
    // Earlier edits can still be undone.
    expect(script.do({ type: 'undo' }).state.shapes).toEqual(noShapes);
  });

  test.each(['{"polygons":[],"markers":[]}', '{"type":"FeatureCollection","features":[]}'])(
    '%s is a map without shapes',
    (text) => {
      const script = one().do({ type: 'replace', shapes: null, reading: read(text) }, 'api');
      expect(script.last?.changed).toBe(true);
      expect(script.state.shapes).toEqual(noShapes);
    },
  );
});

describe('an import', () => {
  const file = JSON.stringify({
    polygons: [
      {
        id: 'a',
        title: 'A',
        coords: [
          [41, 60],
          [41.1, 60.1],
          [41, 60.1],
          [41.1, 60],
        ],
      },
    ],
    markers: [
      { id: 1, coords: [41, 60] },
      { id: 2, coords: [42, 60] },
      { id: 3, coords: [43, 60] },
    ],
  });

  test('adds what permissions and limits allow, and reports the rest', () => {
    const script = new Script({
      limits: { polygon: null, marker: 2 },
      rights: { ...allRights, polygon: { add: false, edit: true, delete: true } },
    });
    script.do({ type: 'import', reading: read(file) });
    expect(script.last?.report).toMatchObject({
      accepted: 2,
      skipped: [
        { number: 1, title: 'A', kind: 'polygon', reason: 'not_allowed' },
        { number: 4, kind: 'marker', reason: 'limit' },
      ],
    });
    script.do({ type: 'undo' });
    expect(script.state.shapes).toEqual(noShapes);
  });

  test('keeps an invalid polygon on the screen, with a note', () => {
    const script = new Script().do({ type: 'import', reading: read(file) });
    expect(script.last?.report).toMatchObject({
      accepted: 4,
      notes: [{ number: 1, title: 'A', reason: 'crosses_itself' }],
    });
    expect(script.state.shapes.polygons).toHaveLength(1);
    expect(script.state.value.polygons).toEqual([]);
  });

  test('of the same file adds nothing; of another with the same ids loses nothing', () => {
    const script = new Script()
      .do({ type: 'import', reading: read(file) })
      .do({ type: 'import', reading: read(file) });
    expect(script.last?.report).toMatchObject({
      accepted: 0,
      skipped: [1, 2, 3, 4].map((number) => ({ number, reason: 'duplicate_id' })),
    });
    script.do({ type: 'import', reading: read(JSON.stringify({ markers: [{ id: 1, coords: [44, 60] }] })) });
    expect(script.state.shapes.markers.at(-1)).toMatchObject({ id: '1-2', coords: [44, 60] });
    const wkt = 'POINT(70 40)';
    script.do({ type: 'import', reading: read(wkt) }).do({ type: 'import', reading: read(wkt) });
    expect(script.state.shapes.markers).toHaveLength(5);
  });

  test('that cannot be read changes nothing, and reports why', () => {
    const script = new Script().do({ type: 'import', reading: read('?') });
    expect(script.last).toMatchObject({ changed: false, report: { failure: 'unreadable', accepted: 0 } });
  });
});
