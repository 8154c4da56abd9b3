import { useEffect, useRef } from 'react';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { useText } from '../i18n/i18n.ts';
import { announce } from '../layout/announcer.tsx';
import type { ListState } from './list-query.ts';

/**
 * Announces how much was found once another search or filter is answered (WCAG 4.1.3): who does not see the page hears no other sign of
 * it. `page` is undefined while the response has not come. The first list of a page is no news.
 */
export function useAnnouncedResults(
  { search, filters }: Pick<ListState<string>, 'search' | 'filters'>,
  page: { readonly length: number; readonly capped?: boolean | undefined } | undefined,
): void {
  const t = useText();
  const found = page && t('ui.found', { count: `${formatNumber(page.length)}${page.capped ? '+' : ''}` });
  const question = JSON.stringify([search.trim(), filters]);
  const answered = useRef<string | null>(null);
  useEffect(() => {
    if (found === undefined) return;
    if (answered.current !== null && answered.current !== question) announce(found);
    answered.current = question;
  }, [question, found]);
}
