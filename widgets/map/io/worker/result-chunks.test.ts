import { describe, expect, test } from 'vitest';
import { intersectionCheck } from '../../model/state/validity.ts';
import { cityText } from '../../../../tests/support/map/boundaries.ts';
import { read } from '../../../../tests/support/map/read.ts';
import { bowTie } from '../../../../tests/support/map/script.ts';
import {
  transferables,
  ResultAssembler,
  chunkVertices,
  chunksOf,
  type ResultChunk,
} from './result-chunks.ts';

/** A chunk as received from a worker. */
const sent = (piece: ResultChunk): ResultChunk => structuredClone(piece, { transfer: transferables(piece) });

const manyPoints = Array.from({ length: 45_000 }, (_, index) => ({
  id: index,
  coords: [41, 60 + index / 1e6],
}));

describe('a result in chunks', () => {
  const text = cityText(3_000_000);
  const reading = read(text);

  test('equals the original when it is assembled', () => {
    const pieces = new ResultAssembler();
    const made = [...chunksOf(reading)];
    const responses = made.map((piece) => pieces.take(sent(piece)));
    expect(responses.slice(0, -1).every((response) => response === null)).toBe(true);
    expect(responses.at(-1)).toEqual(reading);
    // Shapes without corners are sent in several chunks too.
    const points = read(JSON.stringify({ markers: manyPoints }));
    const taken = [...chunksOf(points)].map((piece) => pieces.take(sent(piece))).at(-1);
    expect(taken?.markers).toHaveLength(manyPoints.length);
  });

  test('has the rings of areas of several, and their crossings', () => {
    const square = (at: number, size: number) => [
      [at, 60],
      [at, 60 + size],
      [at + size, 60 + size],
    ];
    const coordinates = [[square(41, 1), square(41.1, 0.5)], [square(44, 1)]];
    const written = JSON.stringify({ type: 'MultiPolygon', coordinates });
    const areas = read(written, { multipart: true, axes: 'exchanged' });
    expect(areas.polygons[0]?.shape.otherRings).toHaveLength(2);
    const assembler = new ResultAssembler();
    const marked = [...chunksOf(areas)].map((piece) =>
      sent({ ...piece, checks: piece.checks.map((check) => ({ ...check, gaveUp: true })) }),
    );
    const taken = marked.map((piece) => assembler.take(piece)).at(-1);
    expect(taken).toEqual(areas);
    expect(intersectionCheck(taken?.polygons[0]?.shape ?? { coords: [] }).gaveUp).toBe(true);
  });

  test('has small chunks, whatever it contains', () => {
    const weights = (some: Iterable<ResultChunk>) =>
      [...some].map(
        ({ polygons, markers, skipped }) =>
          polygons.reduce((sum, { corners }) => sum + corners.reduce((all, count) => all + count, 0), 0) +
          markers.length +
          skipped.length,
      );
    expect(Math.max(...weights(chunksOf(reading)))).toBeLessThanOrEqual(chunkVertices);
    const points = read(JSON.stringify({ markers: manyPoints }));
    expect(weights(chunksOf(points))).toEqual([20_000, 20_000, 5000, 0]);
    const bad = read(JSON.stringify({ markers: manyPoints.map(({ id }) => ({ id, coords: [id, 'x'] })) }));
    expect(weights(chunksOf(bad))).toEqual([20_000, 20_000, 5000, 0]);
  });

  test('includes the intersections, so that the page need not search them', () => {
    const bow = read(JSON.stringify({ polygons: [{ id: 1, title: '', color: '#102030', coords: bowTie }] }));
    const pieces = new ResultAssembler();
    // A marked result proves that the page did not search again.
    const marked = [...chunksOf(bow)].map((piece) =>
      sent({ ...piece, checks: piece.checks.map((check) => ({ ...check, gaveUp: true })) }),
    );
    const taken = marked.map((piece) => pieces.take(piece)).at(-1);
    expect(intersectionCheck(taken?.polygons[0]?.shape ?? { coords: [] })).toMatchObject({
      intersections: [{ edges: [0, 2] }],
      gaveUp: true,
    });
  });
});
