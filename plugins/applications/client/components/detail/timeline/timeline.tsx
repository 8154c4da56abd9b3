import { ArrowDown } from 'lucide-react';
import { memo, useMemo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useAdmin, useDates, useText } from '#kernel/client/index.ts';
import { media, useFooterHeight } from '#kernel/client/ui/index.ts';
import type { ApplicationDetail } from '../../../../contract.ts';
import { countOfOthers, timelineOf, type Entry } from '../../../model/timeline.ts';
import type { OpenPreview } from '../files/use-preview.ts';
import { DayEntry } from './separators.tsx';
import { TimelineEntry } from './timeline-entry.tsx';
import { useStickToEnd } from './use-following.ts';

interface TimelineProps {
  readonly application: ApplicationDetail;
  readonly onPreview: OpenPreview;
  readonly composer: ReactNode;
}

/** What was said and done, oldest first, with the composer under it. What is being read never moves. */
export function Timeline({ application, onPreview, composer }: TimelineProps) {
  const t = useText('applications');
  const dates = useDates();
  const viewer = useAdmin();
  const entries = useMemo(
    () => timelineOf(application, viewer.id, dates.date),
    [application, viewer.id, dates],
  );
  const last = entries.at(-1);
  // A status is changed at the head of the page, and who is there stays there.
  const saidLast = last !== undefined && last.kind !== 'status' && 'own' in last && last.own;
  const { scroller, end, atEnd, unseen, toEnd } = useStickToEnd(
    application.actions.length,
    countOfOthers(entries),
    saidLast,
  );
  const dock = useFooterHeight<HTMLDivElement>();
  return (
    <Frame>
      <Scroller ref={scroller} tabIndex={0} role="log" aria-label={t('timeline.label')}>
        <Entries entries={entries} application={application} onPreview={onPreview} />
        <div ref={end} />
      </Scroller>
      <Dock ref={dock}>
        {atEnd ? null : (
          <ToEnd
            type="button"
            onClick={toEnd}
            {...(unseen > 0
              ? { 'data-unseen': true }
              : { 'aria-label': t('timeline.toEnd'), title: t('timeline.toEnd') })}
          >
            <ArrowDown size={16} aria-hidden="true" />
            {unseen > 0 ? t('timeline.newSteps', { count: unseen }) : null}
          </ToEnd>
        )}
        {composer}
      </Dock>
    </Frame>
  );
}

/** Drawn anew when the timeline changes, not with every letter that is written under it. */
const Entries = memo(function Entries({
  entries,
  application,
  onPreview,
}: Omit<TimelineProps, 'composer'> & { readonly entries: readonly Entry[] }) {
  return entries.map((entry) =>
    entry.kind === 'day' ? (
      <DayEntry key={entry.key} date={entry.date} />
    ) : (
      <TimelineEntry key={entry.key} entry={entry} application={application} onPreview={onPreview} />
    ),
  );
});

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

const Dock = styled.div`
  position: relative;
  flex: none;
  border-top: 1px solid var(--line);
  border-radius: 0 0 var(--r2) var(--r2);
  background: var(--surface);

  ${media.phone} {
    position: sticky;
    bottom: 0;
    z-index: var(--z-sticky);
    padding-bottom: env(safe-area-inset-bottom);
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
