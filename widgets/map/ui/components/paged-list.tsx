import { useState, type ReactNode } from 'react';
import { formatText } from '../../../shared/format-text.ts';
import type { MapTexts } from '../../model/text/texts.ts';

interface PagedListProps<T> {
  readonly items: readonly T[];
  /** The number of items per page. */
  readonly pageSize: number;
  /** The accessible name of a list that scrolls by keyboard. */
  readonly label?: string;
  /** Whether the order of the items is meaningful: `ol` instead of `ul`. */
  readonly isOrdered?: boolean;
  readonly renderItem: (item: T, index: number) => ReactNode;
  readonly texts: MapTexts;
}

/** A list that renders its first page, and another one with each press of its button. */
export function PagedList<T>({
  items,
  pageSize,
  label,
  isOrdered = false,
  renderItem,
  texts,
}: PagedListProps<T>) {
  const [limit, setLimit] = useState(pageSize);
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className="km-list" tabIndex={label === undefined ? undefined : 0} aria-label={label}>
      {items.slice(0, limit).map(renderItem)}
      {items.length > limit ? (
        <li>
          <button
            type="button"
            className="km-button"
            data-kind="quiet"
            onClick={() => setLimit(limit + pageSize)}
          >
            {formatText(texts.report.more, { count: items.length - limit })}
          </button>
        </li>
      ) : null}
    </List>
  );
}
