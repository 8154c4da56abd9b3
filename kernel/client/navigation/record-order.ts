/** Reads the ids after the known ones; `part` counts from 1, the first part that was not shown. */
export type LoadMore = (part: number) => Promise<readonly number[]>;

interface RecordOrder {
  ids: number[];
  parts: number;
  readonly readFurther: LoadMore | undefined;
}

const orders = new Map<string, RecordOrder>();

/**
 * Stores the order of records in the last shown list of their kind, so that the page of one links to the next. Lasts
 * until a reload.
 */
export function setRecordOrder(kind: string, ids: readonly number[], readFurther?: LoadMore): void {
  orders.set(kind, { ids: [...new Set(ids)], parts: 0, readFurther });
}

/** Whether a record is in the last shown list. */
export function hasRecordOrder(kind: string, id: number): boolean {
  return orders.get(kind)?.ids.includes(id) ?? false;
}

/**
 * The record after (1) or before (-1) another in the last shown list; `null` at its ends. Rejects if reading further
 * records fails.
 */
export async function adjacentRecord(kind: string, id: number, step: 1 | -1): Promise<number | null> {
  const order = orders.get(kind);
  const index = order?.ids.indexOf(id) ?? -1;
  if (order === undefined || index < 0) return null;
  if (index + step === order.ids.length && order.readFurther) {
    const part = order.parts + 1;
    const further = await order.readFurther(part);
    order.parts = part;
    // Another call may have read the same ids during the await.
    order.ids = [...new Set([...order.ids, ...further])];
  }
  return order.ids[index + step] ?? null;
}
