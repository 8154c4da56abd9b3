import type { ApplicationCardsProps } from '../../../contract.ts';
import { CardGrid } from './card-grid.tsx';

const noneHighlighted: ReadonlySet<number> = new Set();

/** The list's cards, for pages of other plugins. */
export function ApplicationCards(props: ApplicationCardsProps) {
  return <CardGrid {...props} highlightedIds={noneHighlighted} />;
}
