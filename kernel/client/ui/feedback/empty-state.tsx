import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateLayout } from './state-layout.tsx';

export interface EmptyStateProps {
  readonly title: string;
  /** What would be here, and how it comes here. */
  readonly text?: ReactNode;
  readonly icon?: ReactNode;
  /** The next step: a button or a link. */
  readonly action?: ReactNode;
  /** Less air, inside a card or a table. */
  readonly compact?: boolean | undefined;
}

/** What a list shows when there is nothing in it. */
export function EmptyState({ icon = <Inbox />, ...rest }: EmptyStateProps) {
  return <StateLayout {...rest} icon={icon} tone="neutral" />;
}
