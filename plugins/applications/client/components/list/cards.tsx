import type { ApplicationCardsProps } from '../../../contract.ts';
import { CardGrid } from './card-grid.tsx';

const noneHighlighted: ReadonlySet<number> = new Set();

/** The cards of the list, on the page of another plugin. */
export function Cards(props: ApplicationCardsProps) {
  return <CardGrid {...props} highlightedIds={noneHighlighted} />;
}
