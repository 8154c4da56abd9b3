import { useEffect, useRef } from 'react';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { useText } from '../i18n/i18n.ts';
import { announce } from '../layout/announcer.tsx';
import type { ListState } from './list-query.ts';

/**
 * Announces the number of results to screen readers after a search or filter has changed (WCAG 4.1.3). `page` is
 * undefined until the response arrives. The first list of a page is not announced.
 */
export function useAnnouncedResults(
  { search, filters }: Pick<ListState<string>, 'search' | 'filters'>,
  page: { readonly length: number; readonly capped?: boolean | undefined } | undefined,
): void {
  const t = useText();
  const found = page && t('ui.found', { count: `${formatNumber(page.length)}${page.capped ? '+' : ''}` });
  const criteria = JSON.stringify([search.trim(), filters]);
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (found === undefined) return;
    if (announced.current !== null && announced.current !== criteria) announce(found);
    announced.current = criteria;
  }, [criteria, found]);
}
