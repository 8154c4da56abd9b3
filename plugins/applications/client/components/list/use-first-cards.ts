import { useDeferredValue } from 'react';
import type { Application } from '../../../contract.ts';

/** The cards that a large screen shows without scrolling. */
const firstCards = 9;

/**
 * When a page of applications is replaced, returns the first ones at once and the others after they are painted. Cards
 * that are already shown stay. `missing` is the number of those to come.
 */
export function useFirstCards(applications: readonly Application[]): {
  readonly cards: readonly Application[];
  readonly missing: number;
} {
  const shown = useDeferredValue(applications);
  if (shown === applications) return { cards: applications, missing: 0 };
  const ids = new Set(shown.map(({ id }) => id));
  const cards = applications.filter(({ id }, index) => index < firstCards || ids.has(id));
  return { cards, missing: applications.length - cards.length };
}
