import type { ReactNode } from 'react';
import { StatusBadge } from '#kernel/plugin-api/client.ts';
import type { User } from '../../contract.ts';

type Translate = (key: string) => string;

/** Whether a citizen is blocked, in a word. */
export function stateBadge({ blocked }: User, t: Translate): ReactNode {
  return (
    <StatusBadge tone={blocked ? 'rejected' : 'completed'}>
      {blocked ? t('state.true') : t('state.false')}
    </StatusBadge>
  );
}

/** Whether all is known of a citizen, in a word; `alone` where no head of a column says of what it is. */
export function filledBadge({ is_fully_filled: filled }: User, t: Translate, alone = false): ReactNode {
  const word = alone ? t(filled ? 'detail.filled' : 'detail.unfilled') : t(`filled.${filled}`);
  return (
    <StatusBadge tone={filled ? 'created' : 'canceled'} plain>
      {word}
    </StatusBadge>
  );
}
