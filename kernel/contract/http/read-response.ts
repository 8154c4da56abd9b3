import type { Page } from './lists.ts';

/**
 * Reads a list response of this or an older server: page fields beside the items or under `pagination`, or a bare
 * array.
 */
export function readPage<Item>(response: unknown): Page<Item> {
  if (Array.isArray(response)) {
    return {
      items: response as Item[],
      page: 1,
      limit: response.length,
      total_pages: 1,
      length: response.length,
    };
  }
  const body = (typeof response === 'object' && response !== null ? response : {}) as Record<string, unknown>;
  const info = (
    typeof body['pagination'] === 'object' && body['pagination'] !== null
      ? { ...body, ...body['pagination'] }
      : body
  ) as Record<string, unknown>;
  const items = Array.isArray(body['items']) ? (body['items'] as Item[]) : [];
  const limit = count(info['limit']) || items.length || 20;
  const length = info['length'] === undefined ? items.length : count(info['length']);
  return {
    items,
    page: count(info['page']) || 1,
    limit,
    total_pages: info['total_pages'] === undefined ? Math.ceil(length / limit) : count(info['total_pages']),
    length,
    ...(info['capped'] === true ? { capped: true } : {}),
    ...(info['order_capped'] === true ? { order_capped: true } : {}),
  };
}

/** Reads a whole list: a bare array, or `{items}`. */
export function readList<Item>(response: unknown): Item[] {
  return readPage<Item>(response).items;
}

/** The user-facing text of an error body: `err`, else `message`; null if it has neither. */
export function readErrorText(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  for (const key of ['err', 'message']) {
    const text = (body as Record<string, unknown>)[key];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return null;
}

function count(value: unknown): number {
  // `Number` throws for some other values, such as objects without a prototype.
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
  return Number.isFinite(number) && number > 0 ? Math.floor(number) : 0;
}
