import { CircleAlert, Inbox, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { useText } from '../../i18n/i18n.ts';
import { styled } from 'styled-components';

export interface EmptyStateProps {
  readonly title: string;
  /** Explains why there is no content, and how to add it. */
  readonly text?: ReactNode;
  readonly icon?: ReactNode;
  /** The next action: a button or a link. */
  readonly action?: ReactNode;
  /** Less spacing, inside a card or a table. */
  readonly compact?: boolean | undefined;
}

/** The state of an empty list. */
export function EmptyState({ icon = <Inbox />, ...rest }: EmptyStateProps) {
  return <StateLayout {...rest} icon={icon} tone="neutral" />;
}

export interface ErrorStateProps {
  /** What failed. */
  readonly title: string;
  readonly text?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  /** A further action, beside "try again". */
  readonly action?: ReactNode;
  readonly compact?: boolean | undefined;
  /** Whether this is the page's whole content, and its title. */
  readonly isPage?: boolean | undefined;
}

/** The error state of a part whose content could not be loaded. */
export function ErrorState({ onRetry, retrying = false, action, ...rest }: ErrorStateProps) {
  const t = useText();
  const buttons = (
    <>
      {onRetry === undefined ? null : (
        <Button icon={<RefreshCw />} loading={retrying} onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
      {action}
    </>
  );
  return <StateLayout {...rest} role="alert" tone="bad" icon={<CircleAlert />} action={buttons} />;
}

interface StateLayoutProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly compact?: boolean | undefined;
  readonly tone: 'neutral' | 'bad';
  readonly role?: 'alert' | undefined;
  /** Whether this is the page's whole content, and its title. */
  readonly isPage?: boolean | undefined;
}

/** An icon, a title, a sentence and a next step, centred. */
export function StateLayout(props: StateLayoutProps) {
  const { icon, title, text, action, compact = false, tone, role, isPage = false } = props;
  return (
    <Center role={role} $compact={compact}>
      <Disc aria-hidden="true" $tone={tone}>
        {icon}
      </Disc>
      <Title as={isPage ? 'h1' : 'p'}>{title}</Title>
      {text === undefined ? null : <Text>{text}</Text>}
      {action === undefined ? null : <Action>{action}</Action>}
    </Center>
  );
}

const Center = styled.div<{ $compact: boolean }>`
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: ${({ $compact }) => ($compact ? '24px 16px' : '56px 16px')};
  text-align: center;
`;

const Disc = styled.span<{ $tone: 'neutral' | 'bad' }>`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  margin-bottom: 12px;
  border-radius: 12px;
  background: ${({ $tone }) => ($tone === 'bad' ? 'var(--rejected-soft)' : 'var(--fill)')};
  color: ${({ $tone }) => ($tone === 'bad' ? 'var(--rejected)' : 'var(--text-2)')};

  svg {
    width: 22px;
    height: 22px;
    stroke-width: 1.75;
  }
`;

const Title = styled.p`
  font-size: 15px;
  line-height: 22px;
  font-weight: 600;
  color: var(--text);
`;

const Text = styled.div`
  max-width: 400px;
  margin-top: 2px;
  color: var(--text-2);
  text-wrap: balance;

  /* A list uses the whole width, so that each sentence fits on one line. */
  &:has(> ul) {
    max-width: none;
  }
`;

const Action = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: var(--s2);
  margin-top: 16px;
`;
