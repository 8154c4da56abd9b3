import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** A colour in a table's cell, with its code or what it stands for. */
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
  align-items: center;
  gap: 8px;
  font-variant-numeric: tabular-nums;
`;

const Swatch = styled.span`
  flex: none;
  width: 14px;
  height: 14px;
  border-radius: 4px;
  box-shadow: inset 0 0 0 1px rgb(128 128 128 / 0.35);
`;
