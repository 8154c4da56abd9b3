import { styled } from 'styled-components';
import type { Hit, HitGroup } from './hits.ts';
import type { MouseEvent } from 'react';
import { useText } from '../index.ts';
import { ellipsis, Icon, Kbd, media, Skeleton, Spinner, StatusBadge } from '../ui/index.ts';
import { Highlighted } from './highlighted.tsx';

export interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly HitGroup[];
  readonly query: string;
  /** The key of the active row. */
  readonly active: string | undefined;
  /** Whether the hits belong to the previous query. */
  readonly dimmed: boolean;
  readonly onPoint: (key: string) => void;
  readonly onChoose: (key: string) => void;
}

/** The hits in groups. The focus stays in the input, which references the active row by id. */
export function PaletteList({ id, groups, query, active, dimmed, onPoint, onChoose }: PaletteListProps) {
  const t = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no native list of options supports groups and icons
    <List id={id} role="listbox" aria-label={t('search.found')} $dimmed={dimmed}>
      {groups.map((group) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
          <GroupTitle id={`${id}-${group.key}`}>
            {group.title}
            {group.searching ? (
              <Searching>
                <Spinner size={12} label="" />
                {t('search.searching')}
              </Searching>
            ) : null}
          </GroupTitle>
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
          {Array.from({ length: group.awaited ?? 0 }, (_, index) => (
            <Awaited key={index} aria-hidden="true">
              <Skeleton shape="circle" width={18} height={18} />
              <Skeleton width={`${50 - index * 7}%`} />
            </Awaited>
          ))}
        </div>
      ))}
    </List>
  );
}

/** The id of a row's element. */
export function optionId(listId: string, key: string): string {
  return `${listId}-${key.replace(/[^\w-]/g, '_')}`;
}

export interface PaletteRowProps {
  readonly id: string;
  readonly hit: Hit;
  readonly query: string;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** A search hit: a link, so that it can be opened in a new tab. */
export function PaletteRow({ id, hit, query, active, onPoint, onChoose }: PaletteRowProps) {
  const { title, subtitle, path, icon, number, status, shortcut, isMore = false } = hit;

  function onClick(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose();
  }

  return (
    <Row
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no native option is a link
      role="option"
      // A command has no path.
      href={path || undefined}
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={active ? undefined : onPoint}
      onClick={onClick}
    >
      <Icon name={icon} />
      <Words $inLine={hit.recent !== undefined && 'page' in hit.recent}>
        <Title $quiet={isMore}>
          {number === undefined ? null : (
            <Number>
              <Highlighted text={number} query={query} />
            </Number>
          )}
          <b>{isMore ? title : <Highlighted text={title} query={query} />}</b>
        </Title>
        {subtitle === '' ? null : (
          <small>
            <Highlighted text={subtitle} query={query} />
          </small>
        )}
      </Words>
      {status ? <StatusBadge tone={status.tone}>{status.text}</StatusBadge> : null}
      {shortcut ? <Kbd aria-hidden="true">{shortcut}</Kbd> : null}
    </Row>
  );
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

const GroupTitle = styled.div`
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

const Row = styled.a`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: max(40px, var(--target));
  padding: 6px 10px;
  border-radius: var(--r1);
  color: var(--text);
  text-decoration: none;
  cursor: pointer;

  &[aria-selected='true'] {
    background: var(--accent-soft);
  }

  > svg {
    flex: none;
    color: var(--text-3);
  }

  &[aria-selected='true'] > svg {
    color: var(--accent-strong);
  }

  ${media.phone} {
    min-height: 52px;
  }
`;

const Words = styled.span<{ $inLine: boolean }>`
  display: flex;
  flex: 1;
  flex-direction: ${({ $inLine }) => ($inLine ? 'row' : 'column')};
  justify-content: space-between;
  gap: 0 12px;
  min-width: 0;

  > small {
    ${ellipsis}
    color: var(--text-2);
    font-size: 12.5px;
    line-height: 18px;
    font-variant-numeric: tabular-nums;
  }
`;

const Title = styled.span<{ $quiet: boolean }>`
  display: flex;
  gap: 8px;
  min-width: 0;
  line-height: 20px;

  > b {
    ${ellipsis}
    color: ${({ $quiet }) => ($quiet ? 'var(--accent-strong)' : 'inherit')};
    font-weight: 520;
  }
`;

const Number = styled.span`
  flex: none;
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`;
