import Flatbush from 'flatbush';
import { worldX, worldY } from '../geometry/mercator.ts';
import type { LatLng } from '../index.ts';
import { rowsOf, type PlaceColumns } from './columns.ts';

/** An index of the places as one block of transferable memory; `null` without places. */
export function pickIndex(columns: PlaceColumns): ArrayBuffer | null {
  const rows = rowsOf(columns);
  if (rows === 0) return null;
  const { positions } = columns;
  const index = new Flatbush(rows);
  for (let row = 0; row < rows; row += 1) {
    index.add(worldX(positions[row * 2] ?? 0), worldY(positions[row * 2 + 1] ?? 0));
  }
  index.finish();
  return index.data as ArrayBuffer;
}

/** Finds the place under the pointer, in microseconds. */
export interface Picker {
  /** Returns the row of the nearest place within the given pixels, among the visible categories; `null` for all. */
  at(position: LatLng, zoom: number, pixels: number, shown?: ReadonlySet<number> | null): number | null;
}

/** A picker over an index that `pickIndex` made of the same columns. */
export function pickerOf({ categories }: PlaceColumns, data: ArrayBuffer | null): Picker {
  const index = data && Flatbush.from(data);
  return {
    at([lat, lng], zoom, pixels, shown = null) {
      const isShown = shown ? (row: number) => shown.has(categories[row] ?? 0) : undefined;
      const [row] = index?.neighbors(worldX(lng), worldY(lat), 1, pixels / 2 ** zoom, isShown) ?? [];
      return row ?? null;
    },
  };
}
