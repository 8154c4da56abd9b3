import { expect, test } from 'vitest';
import ru from '../../../../locales/ru/map.json' with { type: 'json' };
import uz from '../../../../locales/uz/map.json' with { type: 'json' };
import { defaultColors } from '../../model/index.ts';
import { areaStyles } from '../../render/polygons/area-styles.ts';
import { Camera, fitting, zoomRange } from '../../render/camera/camera.ts';
import { defaultViews } from './map-props.ts';
import { areaText, lengthText, percentText, placeText } from '../../model/text/texts.ts';

test('has the values of the specification', () => {
  expect(areaStyles.tinted).toMatchObject({ fillOpacity: 0.3, stroke: 2 });
  expect(zoomRange).toEqual({ min: 0, max: 18 });
  expect(fitting).toEqual({ padding: 40, maxZoom: 16, delay: 200 });
  expect(defaultViews).toEqual({
    editor: { lat: 41.5585558, lng: 60.6208756, zoom: 13 },
    households: { lat: 41.55159148, lng: 60.63143713, zoom: 13 },
  });
  expect(uz).toMatchObject({ loading: 'Xarita yuklanmoqda', failure: 'Xatolik yuz berdi!' });
  expect(Object.keys(defaultColors)).toEqual(['polygon', 'marker']);
});

test('fits shapes with forty pixels to every edge, at zoom 16 at most', () => {
  const camera = new Camera({ latitude: 0, longitude: 0, zoom: 3 });
  camera.set(camera.view, { width: 800, height: 600 });
  camera.set(camera.fitted([41.5, 60.5, 41.7, 60.7]));
  const corner = (lat: number, lng: number) => camera.project([lat, lng] as never);
  const [north, south] = [corner(41.7, 60.5), corner(41.5, 60.7)];
  expect(north.y).toBeCloseTo(40, 3);
  expect(south.y).toBeCloseTo(560, 3);
  expect(north.x).toBeGreaterThanOrEqual(40);
  expect(south.x).toBeLessThanOrEqual(760);
  expect(camera.fitted([41.5, 60.5, 41.50001, 60.50001]).zoom).toBe(16);
  expect(camera.fitted([41.5, 60.5, 41.5, 60.5]).zoom).toBe(16);
});

test('fits shapes beside the tools above and below, on an eighth of the map at least', () => {
  const camera = new Camera({ latitude: 0, longitude: 0, zoom: 3 });
  camera.set(camera.view, { width: 340, height: 430 });
  const heights = (top: number, bottom: number) => {
    camera.set(camera.fitted([41.5, 60.5, 41.7, 60.55], [{ top, right: 0, bottom, left: 0 }]));
    const [north, south] = [41.7, 41.5].map((lat) => camera.project([lat, 60.5] as never).y);
    return [north ?? 0, south ?? 0] as const;
  };
  const [north, south] = heights(60, 210);
  expect(north).toBeCloseTo(100, 3);
  expect(south).toBeCloseTo(430 - 210 - 40, 3);
  const [high, low] = heights(60, 400);
  expect(high).toBeGreaterThan(60);
  expect(low - high).toBeCloseTo(430 / 8, 3);
});

test('fits shapes beside the panel where they are larger, or where more of the map is free', () => {
  const camera = new Camera({ latitude: 0, longitude: 0, zoom: 3 });
  camera.set(camera.view, { width: 1140, height: 640 });
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const [below, beside] = [
    { ...none, bottom: 300 },
    { ...none, left: 560 },
  ];
  const alone = (area: typeof none, bounds: Parameters<Camera['fitted']>[0]) => camera.fitted(bounds, [area]);
  const tall = [41.5, 60.5, 41.7, 60.55] as const;
  expect(camera.fitted(tall, [below, beside])).toEqual(alone(beside, tall));
  const wide = [41.5, 60.5, 41.52, 60.9] as const;
  expect(camera.fitted(wide, [beside, below])).toEqual(alone(below, wide));
  const point = [41.5, 60.5, 41.5, 60.5] as const;
  expect(camera.fitted(point, [below, beside])).toEqual(alone(below, point));
});

test('fits shapes beside the panels at the sides, on an eighth of the map at least', () => {
  const camera = new Camera({ latitude: 0, longitude: 0, zoom: 3 });
  camera.set(camera.view, { width: 1140, height: 640 });
  const sides = (left: number, right: number) => {
    camera.set(camera.fitted([41.5, 60.5, 41.55, 60.9], [{ top: 52, right, bottom: 0, left }]));
    const [west, east] = [60.5, 60.9].map((lng) => camera.project([41.5, lng] as never).x);
    return [west ?? 0, east ?? 0] as const;
  };
  const [west, east] = sides(314, 282);
  expect(west).toBeCloseTo(314 + 40, 3);
  expect(east).toBeCloseTo(1140 - 282 - 40, 3);
  const [from, to] = sides(314, 1000);
  expect(from).toBeGreaterThan(314);
  expect(to - from).toBeGreaterThan(1140 / 8);
});

test('formats sizes and places as usual in both languages', () => {
  const spaced = (text: string) => text.replaceAll(/\s/gu, ' ');
  expect(spaced(areaText(9999, uz))).toBe(`9 999 ${uz.unit.m2}`);
  expect(spaced(areaText(12_345_678, ru))).toBe(`1 234,57 ${ru.unit.ha}`);
  expect(spaced(lengthText(999, ru))).toBe(`999 ${ru.unit.m}`);
  expect(spaced(lengthText(7780, uz))).toBe(`7,78 ${uz.unit.km}`);
  expect([0.125, -0.5, 12.3456, -0.0004].map(percentText)).toEqual([
    '+12,5%',
    '−50%',
    '+1\u{202f}234,6%',
    null,
  ]);
  expect(placeText([41.5585558, 60.6208756] as never)).toBe('41.558556, 60.620876');
});
