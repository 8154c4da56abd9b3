import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { toneColors, type Tone } from '../styles/tokens.ts';

export interface StatusBadgeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  /** Without the dot, for words that are no status. */
  readonly plain?: boolean | undefined;
}

/** A status by colour and by word. */
export function StatusBadge({ tone, children, plain = false }: StatusBadgeProps) {
  return (
    <Pill $tone={tone} $plain={plain}>
      {children}
    </Pill>
  );
}

/** A small count, such as of new things behind a menu entry. */
export function CountBadge({ count, tone = 'created' }: { readonly count: number; readonly tone?: Tone }) {
  return count > 0 ? <Count $tone={tone}>{count > 999 ? '999+' : count}</Count> : null;
}

const Pill = styled.span<{ $tone: Tone; $plain: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  flex: none;
  height: 22px;
  padding: 0 9px;
  border-radius: 11px;
  background: ${({ $tone }) => toneColors[$tone].soft};
  color: ${({ $tone }) => toneColors[$tone].ink};
  font-size: 12px;
  line-height: 16px;
  font-weight: 600;
  white-space: nowrap;

  &::before {
    content: ${({ $plain }) => ($plain ? 'none' : "''")};
    width: 6px;
    height: 6px;
    border-radius: 3px;
    background: currentColor;
  }
`;

const Count = styled.span<{ $tone: Tone }>`
  display: inline-block;
  flex: none;
  min-width: 20px;
  padding: 0 7px;
  border-radius: 9px;
  background: ${({ $tone }) => toneColors[$tone].soft};
  color: ${({ $tone }) => toneColors[$tone].ink};
  font-size: 12px;
  line-height: 18px;
  font-weight: 600;
  text-align: center;
  font-variant-numeric: tabular-nums;
`;
