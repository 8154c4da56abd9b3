import type { ReactNode } from 'react';
import { StatusBadge } from '#kernel/plugin-api/client.ts';
import type { User } from '../../contract.ts';

type Translate = (key: string) => string;

/** Whether a citizen is blocked, as a badge. */
export function stateBadge({ blocked }: User, t: Translate): ReactNode {
  return (
    <StatusBadge tone={blocked ? 'rejected' : 'completed'}>
      {blocked ? t('state.true') : t('state.false')}
    </StatusBadge>
  );
}

/** Whether the data of a citizen is complete, as a badge; `alone` if there is no column header to explain it. */
export function completenessBadge({ is_fully_filled: filled }: User, t: Translate, alone = false): ReactNode {
  const word = alone ? t(filled ? 'detail.filled' : 'detail.unfilled') : t(`filled.${filled}`);
  return (
    <StatusBadge tone={filled ? 'created' : 'canceled'} plain>
      {word}
    </StatusBadge>
  );
}
