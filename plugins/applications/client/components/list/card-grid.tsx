import { useDeferredValue, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { SkeletonCard, SkeletonGroup, useIsPhone, useText } from '#kernel/plugin-api/client.ts';
import type { Application } from '../../../contract.ts';
import { ApplicationCard } from './application-card.tsx';
import { cardAfterKey } from './card-keys.ts';

interface CardGridProps {
  readonly applications: readonly Application[];
  readonly highlightedIds: ReadonlySet<number>;
  /** Older cards stay visible while newer ones are loading. */
  readonly dimmed: boolean;
  /** The page's main list: on a phone, its cards offer quick actions. */
  readonly isMainList?: boolean;
}

/** The applications as cards; arrow keys, Home and End move between them. */
export function CardGrid({ applications, highlightedIds, dimmed, isMainList = false }: CardGridProps) {
  const t = useText('applications');
  const withTriage = useIsPhone() && isMainList;
  const { cards, missing } = useFirstCards(applications);
  return (
    <Grid
      aria-label={t('list.cards')}
      aria-busy={dimmed}
      data-dimmed={dimmed || undefined}
      onKeyDown={moveFocus}
    >
      {cards.map((application) => (
        <ApplicationCard
          key={application.id}
          application={application}
          fresh={highlightedIds.has(application.id)}
          withTriage={withTriage}
        />
      ))}
      {Array.from({ length: missing }, (_, index) => (
        <Missing key={`missing ${index}`} aria-hidden="true" />
      ))}
    </Grid>
  );
}

/** The cards that a large screen shows without scrolling. */
const firstCards = 9;

/**
 * When a page of applications is replaced, returns the first ones at once and the others after they are painted. Cards
 * that are already shown stay. `missing` is the number of those to come.
 */
function useFirstCards(applications: readonly Application[]): {
  readonly cards: readonly Application[];
  readonly missing: number;
} {
  const shown = useDeferredValue(applications);
  if (shown === applications) return { cards: applications, missing: 0 };
  const ids = new Set(shown.map(({ id }) => id));
  const cards = applications.filter(({ id }, index) => index < firstCards || ids.has(id));
  return { cards, missing: applications.length - cards.length };
}

/** Keeps the height of the page, and thus the scroll position, until the card is rendered. */
const Missing = styled.li`
  min-height: 200px;
`;

/** The loading skeleton of a grid of cards. */
export function CardGridSkeleton({ count = 9 }: { readonly count?: number }) {
  return (
    <SkeletonGroup>
      <Grid as="div">
        {Array.from({ length: count }, (_, index) => (
          <SkeletonCard key={index} rows={3} footer />
        ))}
      </Grid>
    </SkeletonGroup>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // In an expanded card the keys belong to its tabs.
  if (!(event.target as Element).matches('a[data-cover]') || event.altKey || event.ctrlKey || event.metaKey)
    return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-cover]')];
  const boxes = links.map((link) => (link.closest('li') ?? link).getBoundingClientRect());
  const next = links[cardAfterKey(event.key, links.indexOf(event.target as HTMLElement), boxes) ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
  align-items: start;
  gap: 12px;

  &[data-dimmed] {
    opacity: 0.6;
    transition: opacity var(--slow) 400ms;
  }
`;
