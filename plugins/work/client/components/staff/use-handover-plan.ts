import { useState } from 'react';
import { useRead } from '#kernel/plugin-api/client.ts';
import { handoverDocument } from '../../data/staff-queries.ts';

/** The role and the area that an admin is about to have. */
export interface PlannedAccess {
  readonly roleId: number;
  readonly neighborhoodIds: readonly number[];
}

/**
 * What an admin would leave behind, all that they have or what they could no longer open. Whether anybody is asked is decided once, by the answer of the server;
 * what changes afterwards reaches the open dialog, which keeps what was chosen in it.
 */
export function useHandoverPlan(adminId: number, plannedAccess?: PlannedAccess) {
  const { data, error, refreshing, loading } = useRead(handoverDocument, {
    variables: { id: String(adminId), query: plannedAccess ? queryOf(plannedAccess) : '' },
    policy: 'network-only',
  });
  const [isOpen, setOpen] = useState(false);
  const isRead = data !== undefined && !loading && !refreshing;
  const isEmpty = isRead && data.plan.places.length === 0;
  if (isRead && !isEmpty && !isOpen) setOpen(true);
  return {
    plan: isOpen ? data?.plan : undefined,
    isOver: !isOpen && (error !== undefined || isEmpty),
    error,
  };
}

function queryOf({ roleId, neighborhoodIds }: PlannedAccess): string {
  return new URLSearchParams({
    role_id: String(roleId),
    neighborhoods: neighborhoodIds.join(','),
  }).toString();
}
