import type { ReactNode } from 'react';
import { ErrorState, Skeleton, SkeletonGroup } from '../ui/index.ts';
import { StaleBanner } from './stale-banner.tsx';
import type { Read } from './use-read.ts';

interface ReadViewProps<Data> {
  readonly read: Read<Data>;
  /** The title of the error. */
  readonly failed: string;
  /** Replaces the default skeleton. */
  readonly skeleton?: ReactNode;
  /** Whether the error is compact, as in a card. */
  readonly compact?: boolean | undefined;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Renders the data of a query, with a note above if reading them again has failed. Without data it renders a skeleton, or
 * the error with a retry button.
 */
export function ReadView<Data>({ read, failed, skeleton, compact = true, children }: ReadViewProps<Data>) {
  if (read.data !== undefined) {
    return (
      <>
        <StaleBanner read={read} />
        {children(read.data)}
      </>
    );
  }
  if (!read.error) return <SkeletonGroup>{skeleton ?? <Skeleton width="70%" />}</SkeletonGroup>;
  return (
    <ErrorState
      compact={compact}
      title={failed}
      text={read.error.text}
      onRetry={() => void read.refetch()}
      retrying={read.loading}
    />
  );
}
