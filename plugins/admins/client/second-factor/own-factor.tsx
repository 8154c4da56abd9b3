import { useCapabilities, useSession } from '#kernel/client/index.ts';
import { FactorCard } from './factor-card.tsx';
import { PolicyCard } from './policy-card.tsx';

/** The second factor in the settings: one's own, and for super admins of whom it is asked. */
export function OwnFactor() {
  const isThere = useCapabilities('admins').includes('admins.second_factor');
  const isSuperAdmin = useSession().rights?.role === 'super_admin';
  if (!isThere) return null;
  return (
    <>
      <FactorCard />
      {isSuperAdmin ? <PolicyCard /> : null}
    </>
  );
}
