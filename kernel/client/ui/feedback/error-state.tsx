import { CircleAlert, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { StateLayout } from './state-layout.tsx';
import { useUiTexts } from '../texts/texts.tsx';

export interface ErrorStateProps {
  /** What happened. */
  readonly title: string;
  readonly text?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  /** A way out, beside "try again". */
  readonly action?: ReactNode;
  readonly compact?: boolean | undefined;
  /** Whether this is all that there is on the page, and names it. */
  readonly isPage?: boolean | undefined;
}

/** What a place shows when its content could not be had. */
export function ErrorState({ onRetry, retrying = false, action, ...rest }: ErrorStateProps) {
  const texts = useUiTexts();
  const buttons = (
    <>
      {onRetry === undefined ? null : (
        <Button icon={<RefreshCw size={16} aria-hidden="true" />} loading={retrying} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
      {action}
    </>
  );
  return <StateLayout {...rest} role="alert" tone="bad" icon={<CircleAlert />} action={buttons} />;
}
