import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { toneColors, type Tone } from '../styles/tokens.ts';

export interface StatusBadgeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  /** Hides the dot, for a text that is not a status. */
  readonly plain?: boolean | undefined;
}

/** A status by colour and text. */
export function StatusBadge({ tone, children, plain = false }: StatusBadgeProps) {
  return (
    <Pill $tone={tone} $plain={plain}>
      {children}
    </Pill>
  );
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
    /* Forced colours would remove the background, and so the dot. */
    forced-color-adjust: none;
  }
`;
