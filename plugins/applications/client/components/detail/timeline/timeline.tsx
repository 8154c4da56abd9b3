import { ArrowDown } from 'lucide-react';
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import {
  media,
  SkeletonGroup,
  useAdmin,
  useDates,
  useFooterHeight,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { ApplicationDetail } from '../../../../contract.ts';
import { countOfOthers, type Entry, timelineOf } from '../../../model/timeline.ts';
import type { OpenPreview } from '../files/attached-files.tsx';
import { Bubbles } from '../../shared/detail-skeleton.tsx';
import { DayEntry, TimelineEntry } from './timeline-entry.tsx';

interface TimelineProps {
  readonly application: ApplicationDetail;
  /** Whether the timeline is still loading. */
  readonly isPartial: boolean;
  readonly onPreview: OpenPreview;
  readonly composer: ReactNode;
}

/** The timeline, oldest first, with the composer below. New entries never move the entry being read. */
export function Timeline({ application, isPartial, onPreview, composer }: TimelineProps) {
  const t = useText('applications');
  const dates = useDates();
  const viewer = useAdmin();
  const entries = useMemo(() => timelineOf(application, viewer, dates.date), [application, viewer, dates]);
  const last = entries.at(-1);
  // The status is changed in the page's header: the timeline does not scroll to that entry.
  const isLastOwn = last !== undefined && last.kind !== 'status' && 'own' in last && last.own;
  const { scroller, end, atEnd, unseen, toEnd } = useScrollToEnd(
    application.actions.length,
    countOfOthers(entries),
    isLastOwn,
    isPartial,
  );
  const dock = useFooterHeight<HTMLDivElement>();
  return (
    <Frame>
      <Scroller ref={scroller} tabIndex={0} role="log" aria-label={t('timeline.label')}>
        <Entries entries={entries} application={application} onPreview={onPreview} />
        {isPartial ? (
          <Waiting>
            <Bubbles />
          </Waiting>
        ) : null}
        <div ref={end} />
      </Scroller>
      <Dock ref={dock}>
        {atEnd ? null : (
          <ToEnd
            type="button"
            onClick={toEnd}
            {...(unseen > 0
              ? { 'data-unseen': true }
              : { 'aria-label': t('timeline.scrollToEnd'), title: t('timeline.scrollToEnd') })}
          >
            <ArrowDown size={16} />
            {unseen > 0 ? t('timeline.newSteps', { count: unseen }) : null}
          </ToEnd>
        )}
        {composer}
      </Dock>
    </Frame>
  );
}

/** Rendered when the timeline changes, not on every key press in the composer. */
const Entries = memo(function Entries({
  entries,
  application,
  onPreview,
}: Omit<TimelineProps, 'composer' | 'isPartial'> & { readonly entries: readonly Entry[] }) {
  return entries.map((entry) =>
    entry.kind === 'day' ? (
      <DayEntry key={entry.key} date={entry.date} />
    ) : (
      <TimelineEntry key={entry.key} entry={entry} application={application} onPreview={onPreview} />
    ),
  );
});

/**
 * Scrolls to the end of a growing list for users at its end, and counts new entries of others for users who
 * read further up. The user's own message always scrolls to the end. While `isPartial`, the list is still
 * loading.
 */
export function useScrollToEnd(count: number, ofOthers: number, isLastOwn: boolean, isPartial = false) {
  const scroller = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [unseen, setUnseen] = useState(0);
  const before = useRef({ count, ofOthers, isPartial });
  const near = useRef(true);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box && !scrollBoxToEnd(box)) showEndOnPage(box);
  }, []);

  // Opens at the latest entry; on a phone, the page opens at its header.
  useLayoutEffect(() => void scrollBoxToEnd(scroller.current), []);

  useEffect(() => {
    const [box, mark] = [scroller.current, end.current];
    if (!box || !mark) return undefined;
    const root = getComputedStyle(box).overflowY === 'auto' ? box : null;
    const observer = new IntersectionObserver(
      ([entry]) => {
        near.current = entry?.isIntersecting ?? true;
        setAtEnd(near.current);
        if (near.current) setUnseen(0);
      },
      { root, rootMargin: '0px 0px 48px 0px' },
    );
    observer.observe(mark);
    // When the composer grows, a user at the end stays there.
    const sizes = new ResizeObserver(() => {
      if (near.current && root) root.scrollTop = root.scrollHeight;
    });
    sizes.observe(box);
    return () => {
      observer.disconnect();
      sizes.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    const added = count - before.current.count;
    const news = ofOthers - before.current.ofOthers;
    const wasPartial = before.current.isPartial;
    before.current = { count, ofOthers, isPartial };
    // Actions that load after the list's row are not new.
    if (wasPartial) scrollBoxToEnd(scroller.current);
    if (wasPartial || added <= 0) return;
    if (near.current || isLastOwn) toEnd();
    else if (news > 0) setUnseen((known) => known + news);
  }, [count, ofOthers, isLastOwn, isPartial, toEnd]);

  return { scroller, end, atEnd, unseen, toEnd };
}

/** Scrolls the box to its end; false on a phone, where the page scrolls. */
function scrollBoxToEnd(box: HTMLElement | null): boolean {
  if (!box || getComputedStyle(box).overflowY !== 'auto') return false;
  box.scrollTop = box.scrollHeight;
  return true;
}

/**
 * Scrolls the page, if it is the page that scrolls, so that the composer is at the bottom of the window and
 * the last entry above it.
 */
function showEndOnPage(box: HTMLElement): void {
  const { bottom: end } = box.getBoundingClientRect();
  const bottom = (box.parentElement ?? box).getBoundingClientRect().bottom;
  const isVisible = bottom <= innerHeight && end > innerHeight / 2;
  if (!isVisible) scrollBy({ top: bottom - innerHeight });
}

const Frame = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  flex: 1;
  min-height: 0;
`;

const Scroller = styled.div`
  display: flex;
  flex-direction: column;
  gap: 14px;
  flex: 1;
  min-height: 0;
  padding: 16px;
  overflow-y: auto;
  overscroll-behavior: contain;

  &:focus-visible {
    outline-offset: -2px;
  }

  ${media.phone} {
    overflow: visible;
    padding: 16px 12px;
  }
`;

const Waiting = styled(SkeletonGroup)`
  display: grid;
  gap: 14px;
`;

const Dock = styled.div`
  position: relative;
  flex: none;
  border-top: 1px solid var(--line);
  border-radius: 0 0 var(--r2) var(--r2);
  background: var(--surface);

  ${media.phone} {
    position: sticky;
    bottom: var(--application-bar, 0px);
    z-index: var(--z-sticky);
  }

  /* A low window is too small for a sticky bar. */
  @media (max-height: 420px) {
    position: relative;
    bottom: auto;
  }
`;

const ToEnd = styled.button`
  position: absolute;
  bottom: calc(100% + 10px);
  right: 16px;
  z-index: 1;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  width: var(--control);
  height: var(--control);
  border: 1px solid var(--line);
  border-radius: var(--round);
  background: var(--raised);
  color: var(--text-2);
  font-size: 13px;
  font-weight: 550;
  white-space: nowrap;
  box-shadow: var(--shadow-2);

  &:hover {
    color: var(--text);
  }

  &[data-unseen] {
    right: 50%;
    width: auto;
    padding: 0 16px 0 12px;
    transform: translateX(50%);
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
  }
`;
