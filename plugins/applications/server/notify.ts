import { noticeHook } from '#kernel/contract/index.ts';
import type { Call } from '#kernel/server/plugins/api/index.ts';
import type { applications } from '../manifest.ts';
import { receivers } from './access.ts';
import { presentApplication, withoutAddress } from './presenter.ts';
import { readConcerned } from './store/people.ts';
import type { Written } from './store/write.ts';

/** Any call of ours. */
export type OwnCall = Call<unknown, unknown, unknown, typeof applications>;

/** Shows an application on every screen that may show it: as a new one, or as it now is. */
export function show(
  call: OwnCall,
  event: 'application_receive' | 'application_change',
  written: Written,
): void {
  const neighborhoodId = written.application.neighborhoodId;
  call.emit(event, presentApplication(written.application, written, withoutAddress), {
    access: receivers,
    neighborhoodId,
  });
}

/** Tells those who receive applications of the neighbourhood that one has come. */
export async function tellOfNew(call: OwnCall, { application }: Written): Promise<void> {
  await call.hooks.call(noticeHook, {
    type: 'application',
    payload: { id: application.id, first_name: application.firstName, last_name: application.lastName },
    audience: {
      permission: 'application_receiver',
      neighborhoodId: application.neighborhoodId,
      exceptAdminId: call.viewer.id,
    },
  });
}

/** Tells those who have had a part in an application of a message in it. */
export async function tellOfMessage(call: OwnCall, { application }: Written, message: string): Promise<void> {
  const adminIds = (await readConcerned(call.database, application.id)).filter((id) => id !== call.viewer.id);
  if (adminIds.length === 0) return;
  await call.hooks.call(noticeHook, {
    type: 'message',
    payload: { application_id: application.id, message },
    audience: { permission: 'application_receiver', neighborhoodId: application.neighborhoodId, adminIds },
  });
}

/** Tells an admin of the task that he was handed. */
export async function tellOfForward(
  call: OwnCall,
  { application }: Written,
  { message, receiverId }: { message: string; receiverId: number },
): Promise<void> {
  await call.hooks.call(noticeHook, {
    type: 'forward',
    payload: { application_id: application.id, message },
    audience: {
      permission: 'application_receiver',
      neighborhoodId: application.neighborhoodId,
      adminIds: [receiverId],
      exceptAdminId: call.viewer.id,
    },
  });
}
