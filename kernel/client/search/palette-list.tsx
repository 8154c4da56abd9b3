import { styled } from 'styled-components';
import { useText } from '../i18n/i18n.ts';
import { media } from '../ui/layout/breakpoints.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Spinner } from '../ui/buttons/spinner.tsx';
import type { HitGroup } from './hits.ts';
import { PaletteRow } from './palette-row.tsx';

export interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly HitGroup[];
  readonly query: string;
  /** The key of the chosen line. */
  readonly active: string | undefined;
  /** What is in sight was found for the query before. */
  readonly dimmed: boolean;
  readonly onPoint: (key: string) => void;
  readonly onChoose: (key: string) => void;
}

/** What was found, in groups. The focus stays in the input; the chosen line is told by its id. */
export function PaletteList({ id, groups, query, active, dimmed, onPoint, onChoose }: PaletteListProps) {
  const t = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no native list of options holds groups and icons
    <List id={id} role="listbox" aria-label={t('search.found')} $dimmed={dimmed}>
      {groups.map((group) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
          <Title id={`${id}-${group.key}`}>
            {group.title}
            {group.searching ? (
              <Searching>
                <Spinner size={12} label="" />
                {t('search.still')}
              </Searching>
            ) : null}
          </Title>
          {group.hits.map((hit) => (
            <PaletteRow
              key={hit.key}
              id={optionId(id, hit.key)}
              hit={hit}
              query={hit.isMore ? '' : query}
              active={hit.key === active}
              onPoint={() => onPoint(hit.key)}
              onChoose={() => onChoose(hit.key)}
            />
          ))}
          {Array.from({ length: group.awaited ?? 0 }, (_, place) => (
            <Awaited key={place} aria-hidden="true">
              <Skeleton shape="circle" width={18} height={18} />
              <Skeleton width={`${50 - place * 7}%`} />
            </Awaited>
          ))}
        </div>
      ))}
    </List>
  );
}

/** The id of a line's element. */
export function optionId(listId: string, key: string): string {
  return `${listId}-${key.replace(/[^\w-]/g, '_')}`;
}

const List = styled.div<{ $dimmed: boolean }>`
  flex: 1;
  min-height: 0;
  max-height: min(560px, 60dvh);
  padding: 0 8px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scroll-padding-block: 36px 8px;
  opacity: ${({ $dimmed }) => ($dimmed ? 0.6 : 1)};
  transition: opacity var(--fast);

  &:empty {
    display: none;
  }

  > :last-child {
    padding-bottom: 8px;
  }

  ${media.phone} {
    max-height: none;
  }
`;

const Title = styled.div`
  position: sticky;
  top: 0;
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 10px 10px 4px;
  background: var(--raised);
  color: var(--text-3);
  font-size: 12px;
  line-height: 16px;
  font-weight: 550;
`;

const Searching = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font-weight: 450;
`;

const Awaited = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 40px;
  padding: 6px 10px;
`;
