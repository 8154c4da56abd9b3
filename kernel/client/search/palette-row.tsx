import type { MouseEvent } from 'react';
import { styled } from 'styled-components';
import { StatusBadge } from '../ui/data/badge.tsx';
import { media } from '../ui/layout/breakpoints.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { ellipsis } from '../ui/styles/tokens.ts';
import type { Hit } from './hits.ts';
import { Highlighted } from './highlighted.tsx';

export interface PaletteRowProps {
  readonly id: string;
  readonly hit: Hit;
  readonly query: string;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** A line of what was found: a link, so that it opens in a new tab as links do. */
export function PaletteRow({ id, hit, query, active, onPoint, onChoose }: PaletteRowProps) {
  const { title, subtitle, path, icon, number, status, isMore = false } = hit;

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
      href={path}
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
    </Row>
  );
}

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
