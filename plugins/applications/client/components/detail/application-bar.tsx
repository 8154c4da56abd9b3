import { Forward } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button, useFooterHeight, useText } from '#kernel/plugin-api/client.ts';

interface ApplicationBarProps {
  /** The control that accepts the application or changes its status. */
  readonly status: ReactNode;
  readonly onForward: () => void;
  /** The button to the next application, if there is one. */
  readonly next: ReactNode;
}

/** The most frequent actions on an application, in a bar at the bottom of a phone. */
export function ApplicationBar({ status, onForward, next }: ApplicationBarProps) {
  const t = useText('applications');
  return (
    <Bar ref={useFooterHeight<HTMLElement>()} aria-label={t('triage.bar')} data-application-bar="">
      {status}
      <Button icon={<Forward />} data-forward="" onClick={onForward}>
        {t('triage.forward')}
      </Button>
      {next}
    </Bar>
  );
}

const Bar = styled.section`
  position: fixed;
  inset: auto 0 0;
  z-index: var(--z-sticky);
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  height: var(--application-bar);
  padding: 8px 12px calc(8px + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line);
  background: var(--surface);

  /* Long texts, such as a status of two words, wrap onto a second line. */
  button {
    padding-inline: 8px;
    line-height: 1.2;
    white-space: normal;
  }

  > button {
    flex: none;
  }

  /* The width of a window of 1280 px at 400 % zoom; the text has the meaning of the icon. */
  @media (max-width: 359px) {
    > [data-forward] > svg {
      display: none;
    }
  }

  /* The status, which is used most, takes the remaining width. */
  > span,
  > span > button {
    flex: 1;
  }
`;
