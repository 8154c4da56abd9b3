import type { ReactNode } from 'react';
import { StatusBadge } from '#kernel/client/ui/index.ts';
import type { User } from '../contract.ts';

type Translate = (key: string) => string;

/** Whether a citizen is blocked, in a word. */
export function stateBadge({ blocked }: User, t: Translate): ReactNode {
  return (
    <StatusBadge tone={blocked ? 'rejected' : 'completed'}>
      {blocked ? t('state.true') : t('state.false')}
    </StatusBadge>
  );
}

/** Whether all is known of a citizen, in a word. */
export function filledBadge({ is_fully_filled: filled }: User, t: Translate): ReactNode {
  return (
    <StatusBadge tone={filled ? 'created' : 'canceled'} plain>
      {filled ? t('filled.true') : t('filled.false')}
    </StatusBadge>
  );
}
