import { type ReactNode, useState } from 'react';
import { SlotView, useAdmin, useRegistry } from '#kernel/plugin-api/client.ts';
import { type Admin, adminOffboarding, type PlannedAccess } from '../../contract.ts';

interface OffboardingRequest {
  readonly adminId: number;
  readonly plannedAccess: PlannedAccess | undefined;
  readonly answer: (confirmed: boolean) => void;
}

/** Asks who takes over an admin's records before they are blocked, leave, or get another role or area. */
export function useOffboarding(): {
  /** Resolves to whether to continue; immediately if no extension asks. */
  readonly confirmOffboarding: (admin: Admin, plannedAccess?: PlannedAccess) => Promise<boolean>;
  /**
   * Asks before an admin is blocked or leaves, then calls `proceed`. Does not ask for the user's own account,
   * which the server does not remove.
   */
  readonly before: (admin: Admin, proceed: () => void) => void;
  readonly view: ReactNode;
} {
  const [request, setRequest] = useState<OffboardingRequest | null>(null);
  const me = useAdmin().id;
  const isNeeded = useRegistry().enabled.some(({ extensions }) => extensions?.includes(adminOffboarding.id));

  function confirmOffboarding(admin: Admin, plannedAccess?: PlannedAccess): Promise<boolean> {
    if (!isNeeded) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = (confirmed: boolean) => {
        setRequest(null);
        resolve(confirmed);
      };
      setRequest({ adminId: Number(admin.id), plannedAccess, answer });
    });
  }

  return {
    confirmOffboarding,
    before(admin, proceed) {
      if (Number(admin.id) === me) proceed();
      else void confirmOffboarding(admin).then((confirmed) => (confirmed ? proceed() : undefined));
    },
    view: request ? (
      <SlotView
        slot={adminOffboarding}
        adminId={request.adminId}
        plannedAccess={request.plannedAccess}
        onDone={() => request.answer(true)}
        onCancel={() => request.answer(false)}
      />
    ) : null,
  };
}
