import { styled } from 'styled-components';
import { useText } from '../text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ellipsis } from '../ui/tokens.ts';
import type { HitGroup } from './hits.ts';

export interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly HitGroup[];
  /** The place of the chosen line, over all groups. */
  readonly active: number;
  readonly onPoint: (place: number) => void;
  readonly onChoose: (path: string) => void;
  readonly note: string | null;
}

/** What was found, in groups. The focus stays in the input; the chosen line is told by its id. */
export function PaletteList({ id, groups, active, onPoint, onChoose, note }: PaletteListProps) {
  const t = useText();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no native list of options holds groups and icons */}
      <List id={id} role="listbox" aria-label={t('search.found')}>
        {withStarts(groups).map(({ group, start }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
            <Title id={`${id}-${group.key}`}>{group.title}</Title>
            {group.hits.map((hit, index) => {
              const own = start + index;
              return (
                <Row
                  key={hit.key}
                  id={`${id}-${own}`}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
                  role="option"
                  aria-selected={own === active}
                  onPointerMove={() => onPoint(own)}
                  onClick={() => onChoose(hit.path)}
                >
                  <Icon name={hit.icon} />
                  <b>{hit.title}</b>
                  <small>{hit.subtitle}</small>
                </Row>
              );
            })}
          </div>
        ))}
      </List>
      {note === null ? null : <Note as="output">{note}</Note>}
      <Keys aria-hidden="true">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('search.choose')}
        </span>
        <span>
          <Kbd>↵</Kbd> {t('search.go')}
        </span>
        <span>
          <Kbd>{t('search.escapeKey')}</Kbd> {t('search.close')}
        </span>
      </Keys>
    </>
  );
}

/** The groups with the place, over all of them, of their first line. */
function withStarts(groups: readonly HitGroup[]): { readonly group: HitGroup; readonly start: number }[] {
  const sizes = groups.map(({ hits }) => hits.length);
  return groups.map((group, index) => ({
    group,
    start: sizes.slice(0, index).reduce((sum, size) => sum + size, 0),
  }));
}

const List = styled.div`
  max-height: min(400px, 56dvh);
  padding: 4px 8px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scroll-padding-block: 8px;
`;

const Title = styled.div`
  padding: 10px 10px 4px;
  color: var(--text-3);
  font-size: 12px;
  line-height: 16px;
  font-weight: 550;
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: max(38px, var(--target));
  padding: 6px 10px;
  border-radius: var(--r1);
  cursor: pointer;

  &[aria-selected='true'] {
    background: var(--accent-soft);
  }

  > svg {
    flex: none;
    color: var(--text-3);
  }

  &[aria-selected='true'] > small {
    color: var(--text-2);
  }

  &[aria-selected='true'] > svg {
    color: var(--accent-strong);
  }

  > b {
    ${ellipsis}
    font-weight: 520;
  }

  > small {
    ${ellipsis}
    flex: 1 1 0;
    min-width: 72px;
    margin-left: auto;
    color: var(--text-3);
    font-size: 12.5px;
    text-align: end;
  }
`;

const Note = styled.p`
  display: block;
  padding: 20px 16px 24px;
  color: var(--text-2);
  text-align: center;
`;

const Keys = styled.div`
  display: flex;
  gap: 16px;
  padding: 8px 16px;
  border-top: 1px solid var(--line);
  color: var(--text-3);
  font-size: 12px;

  @media (hover: none) {
    display: none;
  }
`;
