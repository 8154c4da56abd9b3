import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { media } from './breakpoints.ts';

export interface ToolbarProps {
  readonly children: ReactNode;
  /** Content on the right, such as column selection or export. */
  readonly end?: ReactNode;
  /** The accessible name of the toolbar. */
  readonly label?: string | undefined;
}

/**
 * A row of search, filters and tools above a list. Fields have their natural width; on a phone the tools are beside the
 * first field.
 */
export function Toolbar({ children, end, label }: ToolbarProps) {
  return (
    <Bar aria-label={label} data-print="hidden">
      <Start>{children}</Start>
      {end === undefined ? null : <End>{end}</End>}
    </Bar>
  );
}

/** An item of fixed width in a toolbar; on a phone two share the row if no word is cut. */
export const ToolbarItem = styled.div<{ $width?: number }>`
  flex: 0 1 ${({ $width = 200 }) => $width}px;
  min-width: 0;

  ${media.phone} {
    flex: 1 1 40%;
    /* A grid may clip content wider than the screen. */
    display: grid;
    grid-template-columns: minmax(0, 1fr);

    &:not(:first-child) {
      min-width: fit-content;
    }
  }
`;

const Bar = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 10px;
  margin-bottom: 12px;

  ${media.phone} {
    gap: 8px;
  }
`;

/** The search has its own row above the filters. */
const inTwoLines = css`
  flex-basis: 100%;
  max-width: none;

  & ~ * {
    flex: 1 1 150px;
  }
`;

const Start = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  min-width: 0;

  /* At these widths the last of three or of four filters would be alone on the second line. */
  @media (min-width: 768px) and (max-width: 1199px) {
    &:not(:last-child) > :first-child:nth-last-child(4) {
      ${inTwoLines}
    }
  }
  @media (min-width: 1140px) and (max-width: 1400px) {
    &:not(:last-child) > :first-child:nth-last-child(5) {
      ${inTwoLines}
    }
  }

  ${media.phone} {
    display: contents;

    > :first-child {
      flex: 1 1 100%;
    }

    &:not(:last-child) > :first-child {
      flex-basis: 200px;
    }

    > :not(:first-child) {
      order: 2;
    }
  }
`;

const End = styled.div`
  display: flex;
  flex: none;
  gap: 8px;

  ${media.phone} {
    order: 1;
  }
`;
