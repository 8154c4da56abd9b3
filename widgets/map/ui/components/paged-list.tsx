import { useState, type ReactNode } from 'react';
import { formatText, type MapTexts } from '../../model/text/texts.ts';

interface PagedListProps<T> {
  readonly items: readonly T[];
  /** How many items a page has. */
  readonly pageSize: number;
  /** The name of a list that scrolls by keys. */
  readonly label?: string;
  readonly renderItem: (item: T) => ReactNode;
  readonly texts: MapTexts;
}

/** A list that renders its first page, and one more page with each press of its button. */
export function PagedList<T>({ items, pageSize, label, renderItem, texts }: PagedListProps<T>) {
  const [most, setMost] = useState(pageSize);
  return (
    <ul className="km-list" tabIndex={label === undefined ? undefined : 0} aria-label={label}>
      {items.slice(0, most).map(renderItem)}
      {items.length > most ? (
        <li>
          <button
            type="button"
            className="km-button"
            data-kind="quiet"
            onClick={() => setMost(most + pageSize)}
          >
            {formatText(texts.report.more, { count: items.length - most })}
          </button>
        </li>
      ) : null}
    </ul>
  );
}
