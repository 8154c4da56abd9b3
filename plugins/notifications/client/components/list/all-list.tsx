import { useRef } from 'react';
import { styled } from 'styled-components';
import { Button, Card, Checkbox, media, useText } from '#kernel/plugin-api/client.ts';
import type { Notification } from '../../../contract.ts';
import { NotificationRow } from '../shared/notification-row.tsx';
import { useNoticeTexts } from '../shared/use-notice-texts.ts';
import type { useAll } from './use-all.ts';

interface AllListProps {
  readonly items: readonly Notification[];
  readonly dimmed: boolean;
  readonly choice: ReturnType<typeof useAll>['choice'];
  readonly onOpen: (notification: Notification) => void;
  readonly onMark: (items: readonly Notification[]) => void;
}

/** Notifications with checkboxes. */
export function AllList({ items, dimmed, choice, onOpen, onMark }: AllListProps) {
  const t = useText('notifications');
  const show = useNoticeTexts();
  const chosen = choice.items.length;
  const unread = choice.items.filter(({ is_read }) => !is_read);
  const pageBox = useRef<HTMLInputElement>(null);

  /** Ends the selection by an action and focuses the list, since the pressed button unmounts. */
  function end(act: () => void): void {
    act();
    pageBox.current?.focus();
  }

  return (
    <Card flush data-dimmed={dimmed || undefined} aria-busy={dimmed || undefined}>
      <Head>
        <Checkbox
          ref={pageBox}
          label={chosen === 0 ? t('all.choosePage') : t('all.chosen', { count: chosen })}
          checked={chosen === items.length}
          indeterminate={chosen > 0 && chosen < items.length}
          onChange={choice.toggleAll}
        />
        {chosen === 0 ? null : (
          <Tools as="fieldset" aria-label={t('all.bulk')}>
            <Button size="small" disabled={unread.length === 0} onClick={() => end(() => onMark(unread))}>
              {t('all.markChosen')}
            </Button>
            <Button size="small" variant="ghost" onClick={() => end(choice.clear)}>
              {t('all.clearSelection')}
            </Button>
          </Tools>
        )}
      </Head>
      <Rows aria-label={t('title')} data-dimmed={dimmed || undefined}>
        {items.map((notification) => {
          const shown = show(notification);
          return (
            <Line key={notification.id} data-chosen={choice.has(notification) || undefined}>
              <Checkbox
                labelHidden
                label={t('all.choose', { name: shown.words })}
                checked={choice.has(notification)}
                onChange={() => choice.toggle(notification)}
              />
              <NotificationRow
                notification={notification}
                shown={shown}
                onOpen={() => onOpen(notification)}
              />
            </Line>
          );
        })}
      </Rows>
    </Card>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s1) var(--s4);
  min-height: 48px;
  padding: var(--s1) var(--s4);
  border-bottom: 1px solid var(--line);
`;

const Tools = styled.div`
  display: flex;
  gap: var(--s2);
  min-width: 0;
  margin: 0 0 0 auto;
  padding: 0;
  border: 0;

  ${media.phone} {
    flex-wrap: wrap;
    gap: var(--s1);
    width: calc(100% + 10px);
    /* The padding of the last button may extend beyond the edge. */
    margin-right: -10px;
    padding-bottom: var(--s2);
  }
`;

const Rows = styled.ul`
  transition: opacity var(--fast);

  &[data-dimmed] {
    opacity: 0.6;
  }
`;

const Line = styled.li`
  display: flex;
  align-items: stretch;

  & + & {
    border-top: 1px solid var(--line);
  }

  &:last-child {
    border-radius: 0 0 var(--r2) var(--r2);
    overflow: hidden;
  }

  &[data-chosen] {
    background: var(--accent-soft);
  }

  /* In dark mode the normal border is not visible on this background. */
  &[data-chosen],
  &[data-chosen] + & {
    border-top-color: var(--line-strong);
  }

  /* Wide enough for touch; it overlaps the start of the row link. */
  > label {
    position: relative;
    z-index: 1;
    margin-right: -10px;
    padding: var(--s3) 10px var(--s3) var(--s4);
  }
`;
