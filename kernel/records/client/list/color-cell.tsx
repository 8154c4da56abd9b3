import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** A colour in a table's cell, with its code or meaning. */
export function colorCell(color: string, label: string = color): ReactNode {
  return (
    <Line>
      <Swatch style={{ background: color }} />
      {label}
    </Line>
  );
}

const Line = styled.span`
  display: inline-flex;
  align-items: flex-start;
  gap: 8px;
  text-align: start;
  font-variant-numeric: tabular-nums;
`;

const Swatch = styled.span`
  flex: none;
  width: 14px;
  height: 14px;
  margin-top: calc((1lh - 14px) / 2);
  border-radius: 4px;
  box-shadow: inset 0 0 0 1px var(--line-control);
  forced-color-adjust: none;
`;
