import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { marksIn } from './marks.ts';

/** A text in which what the query asked for stands out. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  const parts: ReactNode[] = [];
  let last = 0;
  for (const [start, end] of query === '' ? [] : marksIn(text, query)) {
    parts.push(text.slice(last, start), <Mark key={start}>{text.slice(start, end)}</Mark>);
    last = end;
  }
  return (
    <>
      {parts}
      {text.slice(last)}
    </>
  );
}

const Mark = styled.mark`
  border-radius: 3px;
  background: color-mix(in srgb, var(--accent) 20%, transparent);
  color: inherit;
`;
