import { useState } from 'react';
import { useRead } from '#kernel/plugin-api/client.ts';
import { handoverDocument } from '../../staff-queries.ts';

/**
 * What an admin would leave behind. Whether anybody is asked is decided once, by the answer of the server;
 * what changes afterwards reaches the open dialog, which keeps what was chosen in it.
 */
export function useHandoverPlan(adminId: number) {
  const { data, error, refreshing, loading } = useRead(handoverDocument, {
    variables: { id: String(adminId) },
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
