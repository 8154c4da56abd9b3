import { useState } from 'react';
import { useRead } from '#kernel/plugin-api/client.ts';
import { handoverDocument } from '../../data/staff-queries.ts';

/** The role and the area that an admin is about to get. */
export interface PlannedAccess {
  readonly roleId: number;
  readonly neighborhoodIds: readonly number[];
}

/**
 * Reads the applications and tasks that an admin would leave behind: all, or those that they could no longer
 * open. The server's first response decides whether a dialog opens; later changes update the open dialog,
 * which keeps its choices.
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
