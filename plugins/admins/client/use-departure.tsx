import { type ReactNode, useState } from 'react';
import { SlotView, useAdmin, useRegistry } from '#kernel/plugin-api/client.ts';
import { type Admin, adminDeparture } from '../contract.ts';

interface Leaving {
  readonly adminId: number;
  readonly goOn: () => void;
}

/**
 * Asks what becomes of what an admin has, before they are blocked or leave; goes on at once where nothing asks, and for oneself,
 * whom the server refuses to remove.
 */
export function useDeparture(): {
  readonly before: (admin: Admin, goOn: () => void) => void;
  readonly view: ReactNode;
} {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const me = useAdmin().id;
  const isAsked = useRegistry().enabled.some(({ extensions }) => extensions?.includes(adminDeparture.id));
  return {
    before(admin, goOn) {
      if (isAsked && Number(admin.id) !== me) setLeaving({ adminId: Number(admin.id), goOn });
      else goOn();
    },
    view: leaving ? (
      <SlotView
        slot={adminDeparture}
        adminId={leaving.adminId}
        onDone={() => {
          setLeaving(null);
          leaving.goOn();
        }}
        onCancel={() => setLeaving(null)}
      />
    ) : null,
  };
}
