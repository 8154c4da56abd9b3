import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { ellipsis, Icon, media, RelativeTime, useText, VisuallyHidden } from '#kernel/plugin-api/client.ts';
import type { Notification } from '../../../contract.ts';
import type { ShownNotice } from './use-notice-texts.ts';

export interface NotificationRowProps {
  readonly notification: Notification;
  readonly shown: ShownNotice;
  /** Called when it is pressed; the link navigates by itself. */
  readonly onOpen: (event: MouseEvent) => void;
}

/** One notification, linked to its subject; a dot marks it as unread. */
export function NotificationRow({ notification, shown, onOpen }: NotificationRowProps) {
  const t = useText('notifications');
  const content = (
    <>
      <Sign aria-hidden="true" data-urgent={shown.urgent || undefined}>
        <Icon name={shown.icon} size={16} />
      </Sign>
      <Words data-read={notification.is_read || undefined}>
        <b>{shown.words}</b>
        {shown.excerpt === '' ? null : <span>{shown.excerpt}</span>}
        <small>
          <RelativeTime at={notification.createdAt} />
        </small>
      </Words>
      {notification.is_read ? null : (
        <>
          <VisuallyHidden>{t('isUnread')}</VisuallyHidden>
          <Dot aria-hidden="true" data-dot="" />
        </>
      )}
    </>
  );
  return shown.path === null ? (
    <Plain type="button" onClick={onOpen}>
      {content}
    </Plain>
  ) : (
    <Leading to={shown.path} onClick={onOpen}>
      {content}
    </Leading>
  );
}

const row = css`
  display: flex;
  flex: 1;
  gap: var(--s3);
  align-items: flex-start;
  width: 100%;
  min-width: 0;
  min-height: 56px;
  padding: var(--s3) var(--s4);
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;

  &:hover {
    background: var(--sunken);
    text-decoration: none;
  }

  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
`;

const Leading = styled(Link)`
  ${row}
`;

const Plain = styled.button`
  ${row}
  cursor: pointer;
`;

const Sign = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: 50%;
  background: var(--accent-soft);
  color: var(--accent-strong);

  /* A selected row already has the background of the disc. */
  [data-chosen] & {
    background: var(--surface);
  }

  &[data-urgent] {
    background: var(--accepted-soft);
    color: var(--accepted);
  }
`;

const Words = styled.span`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;

  > b {
    font-weight: 600;
  }

  &[data-read] > b {
    font-weight: 450;
  }

  > span {
    ${ellipsis}
    color: var(--text-2);
  }

  > small {
    color: var(--text-2);
    font-size: 12px;
  }

  ${media.phone} {
    > span {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      white-space: normal;
    }
  }
`;

const Dot = styled.span`
  flex: none;
  width: 8px;
  height: 8px;
  margin-top: 6px;
  border-radius: 50%;
  background: var(--created);

  @media (forced-colors: active) {
    forced-color-adjust: none;
    background: Highlight;
  }
`;
