import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { media } from '#kernel/client/ui/layout/breakpoints.ts';
import { useFooterHeight } from '#kernel/client/ui/layout/use-footer-height.ts';

interface FooterBarProps {
  readonly 'aria-label': string;
  readonly children: ReactNode;
}

/** A bar at the bottom of a list for its selection: it remains visible, and floating buttons are placed above it. */
export function FooterBar(props: FooterBarProps) {
  return <Bar ref={useFooterHeight<HTMLElement>()} {...props} />;
}

const Bar = styled.section`
  position: var(--bar-position);
  bottom: 12px;
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  margin-top: 12px;
  padding: 8px 8px 8px 16px;
  border: 1px solid var(--line-control);
  border-radius: var(--r2);
  background: var(--raised);
  box-shadow: var(--shadow-2);

  /* Covers the rows below the bar. */
  &::after {
    content: '';
    position: absolute;
    inset: calc(100% + 1px) -1px auto;
    height: 12px;
    background: var(--ground);
  }

  strong {
    flex: 1;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  ${media.phone} {
    padding: 10px 12px;

    strong {
      flex: 1 0 100%;
    }
  }

  ${media.print} {
    display: none;
  }
`;
