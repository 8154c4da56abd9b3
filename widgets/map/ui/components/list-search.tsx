import { useState } from 'react';
import type { MapTexts } from '../../model/text/texts.ts';

/** Longer lists have a search field. */
const longList = 8;

/** The items of a list whose text matches the search, and the search field; null for a short list. */
export function useListSearch<T>(items: readonly T[], textOf: (item: T) => string, texts: MapTexts) {
  const [query, setQuery] = useState('');
  const normalizedQuery = normalizeForSearch(query);
  const found =
    normalizedQuery === ''
      ? items
      : items.filter((item) => normalizeForSearch(textOf(item)).includes(normalizedQuery));
  const field =
    items.length > longList ? (
      <input
        className="km-input km-list-search"
        type="search"
        aria-label={texts.list.search}
        placeholder={texts.list.search}
        value={query}
        // Keys typed in the search are not for the map.
        onKeyDown={(event) => event.stopPropagation()}
        onChange={(event) => setQuery(event.target.value)}
      />
    ) : null;
  return { found, field } as const;
}

/** Lowercases a text and removes apostrophes of all kinds. */
function normalizeForSearch(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['ʻʼ‘’`´]/g, '')
    .trim();
}
