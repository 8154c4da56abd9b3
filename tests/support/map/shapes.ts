import fc from 'fast-check';
import { latLng, type Shapes } from '#widgets/map/model/shapes/shape.ts';

const place = fc
  .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
  // JSON knows no negative zero.
  .map(([lat, lng]) => latLng(lat + 0, lng + 0));

const head = {
  title: fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/\p{Cc}/gu, '')),
  color: fc.constantFrom('#16a34a', '#FFF', '#12345678'),
};

/** Shapes anywhere in the world, with distinct ids. */
export const someShapes: fc.Arbitrary<Shapes> = fc
  .record({
    polygons: fc.array(
      fc.record({ ...head, coords: fc.uniqueArray(place, { minLength: 3, maxLength: 8, selector: String }) }),
      { maxLength: 5 },
    ),
    markers: fc.array(fc.record({ ...head, coords: place }), { maxLength: 5 }),
  })
  .map(({ polygons, markers }) => ({
    polygons: polygons.map((shape, index) => ({ id: index, ...shape })),
    markers: markers.map((shape, index) => ({ id: `m${index}`, ...shape })),
  }));
