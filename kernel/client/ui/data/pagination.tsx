import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { media } from '../layout/breakpoints.ts';
import { useText } from '../../i18n/i18n.ts';

export interface PaginationProps {
  readonly page: number;
  /** The number of pages. */
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** The text on the opposite side, such as "21–40 of 412". */
  readonly summary?: ReactNode;
}

/** First, previous, five page numbers around the current one, next, last. Renders nothing for one page or none. */
export function Pagination({ page, total, onPage, summary }: PaginationProps) {
  const t = useText();
  if (total <= 1) return null;
  const pageProps = { current: page, total, onPage };
  return (
    <Row data-print="hidden">
      {summary === undefined ? null : <Summary>{summary}</Summary>}
      <Nav aria-label={t('ui.pages')}>
        <PageButton {...pageProps} to={1} label={t('ui.firstPage')} icon={<ChevronsLeft />} />
        <PageButton {...pageProps} to={page - 1} label={t('ui.previousPage')} icon={<ChevronLeft />} />
        {pageWindow(page, total).map((number) => (
          <PageButton key={number} {...pageProps} to={number} label={t('ui.page', { page: number })} />
        ))}
        <Compact aria-hidden="true">{t('ui.pageOf', { page, total })}</Compact>
        <PageButton {...pageProps} to={page + 1} label={t('ui.nextPage')} icon={<ChevronRight />} />
        <PageButton {...pageProps} to={total} label={t('ui.lastPage')} icon={<ChevronsRight />} />
      </Nav>
    </Row>
  );
}

/** The range of rows of a page and their total, as texts. */
export function pageRange({ page, limit, length }: { page: number; limit: number; length: number }) {
  return {
    from: formatNumber((page - 1) * limit + 1),
    to: formatNumber(Math.min(page * limit, length)),
    total: formatNumber(length),
  };
}

interface PageButtonProps {
  readonly current: number;
  readonly total: number;
  readonly to: number;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onPage: (page: number) => void;
}

function PageButton({ current, total, to, label, icon, onPage }: PageButtonProps) {
  const isNumber = icon === undefined;
  const dead = to < 1 || to > total || (!isNumber && to === current);
  return (
    <StyledButton
      type="button"
      aria-label={label}
      {...(isNumber ? { 'data-number': true } : { title: label })}
      aria-current={isNumber && to === current ? 'page' : undefined}
      disabled={dead}
      onClick={() => onPage(to)}
    >
      {icon ?? to}
    </StyledButton>
  );
}

/** Maximum number of page numbers. */
export const PAGE_WINDOW = 5;

/** At most `size` page numbers, with the current one in the middle if possible. */
export function pageWindow(page: number, total: number, size: number = PAGE_WINDOW): number[] {
  const count = Math.max(0, Math.min(size, total));
  const current = Math.min(Math.max(1, page), Math.max(1, total));
  const first = Math.min(Math.max(1, current - Math.floor(size / 2)), Math.max(1, total - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: var(--s2) var(--s4);
  margin-top: 16px;
`;

const Summary = styled.div`
  margin-right: auto;
  color: var(--text-2);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`;

const Nav = styled.nav`
  display: flex;
  align-items: center;
  gap: 4px;

  ${media.phone} {
    flex: 1;
    justify-content: space-between;
  }
`;

const StyledButton = styled.button`
  display: grid;
  place-items: center;
  min-width: 34px;
  height: 34px;
  padding: 0 8px;
  border-radius: var(--r1);
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
  transition: background-color var(--fast);

  svg {
    width: 16px;
    height: 16px;
  }

  &:hover:not(:disabled) {
    background: var(--hover);
    color: var(--text);
  }

  &:disabled {
    color: var(--line-strong);
    cursor: default;
  }

  &&[aria-current] {
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }

  ${media.phone} {
    min-width: 44px;
    height: 44px;

    &[data-number] {
      display: none;
    }
  }
`;

const Compact = styled.span`
  display: none;
  color: var(--text-2);
  font-variant-numeric: tabular-nums;

  ${media.phone} {
    display: block;
  }
`;
