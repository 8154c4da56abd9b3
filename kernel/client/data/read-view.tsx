import type { ReactNode } from 'react';
import { ErrorState, Skeleton, SkeletonGroup } from '../ui/index.ts';
import type { Read } from './use-read.ts';

interface ReadViewProps<Data> {
  readonly read: Read<Data>;
  /** The title of a failure. */
  readonly failed: string;
  /** In place of a grey line while the data load. */
  readonly skeleton?: ReactNode;
  /** Whether a failure takes little room, as in a card. */
  readonly compact?: boolean | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a read; before that a skeleton, or the failure with a button to try again. */
export function ReadView<Data>({ read, failed, skeleton, compact = true, children }: ReadViewProps<Data>) {
  if (read.data !== undefined) return children(read.data);
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
