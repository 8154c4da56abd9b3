import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** A titled part of the gallery. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Root>
      <Title>{title}</Title>
      {children}
    </Root>
  );
}

/** Examples side by side. */
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px;
`;

/** Examples in columns of equal width. */
export const Columns = styled.div<{ $min?: number }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ $min = 260 }) => $min}px), 1fr));
  align-items: start;
  gap: 16px 20px;
`;

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: 14px;
  padding: 20px 0;
  border-top: 1px solid var(--line);
`;

const Title = styled.h2`
  color: var(--text-2);
`;
