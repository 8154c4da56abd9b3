import { noticeHook } from '#kernel/plugin-api/contract.ts';
import type { Call, Effects } from '#kernel/plugin-api/server.ts';
import { type Application, applicationChangedHook } from '../../contract.ts';
import type { applications } from '../../manifest.ts';
import { presentApplication, presentFileWithoutUrl } from './presenter.ts';
import { readParticipants } from '../store/people.ts';
import type { Bundle } from '../store/rows.ts';
import type { Written } from '../store/write.ts';

/** Any call of this plugin. */
export type OwnCall = Call<unknown, unknown, unknown, typeof applications>;

/**
 * Sends an application, new or changed, to every open page that may show it, calls the hooks of other
 * plugins, and returns what it sent.
 */
export async function broadcast(
  call: Pick<Effects<typeof applications>, 'emit' | 'hooks'>,
  event: 'application_receive' | 'application_change',
  written: Written,
): Promise<Application> {
  const application = presentApplication(written.application, written, presentFileWithoutUrl);
  const { id, neighborhood_id: neighborhoodId } = application;
  call.emit(event, application, { neighborhoodId });
  await call.hooks.call(applicationChangedHook, { id, neighborhoodId });
  return application;
}

/** Sends moved applications to every open page that may show them, and calls the hooks of other plugins. */
export async function showMoved(
  { emit, hooks }: Pick<Effects<typeof applications>, 'emit' | 'hooks'>,
  bundle: Bundle,
): Promise<void> {
  for (const row of bundle.items) {
    const neighborhoodId = row.neighborhood_id;
    emit('application_change', presentApplication(row, bundle, presentFileWithoutUrl), { neighborhoodId });
    await hooks.call(applicationChangedHook, { id: row.id, neighborhoodId });
  }
}

/**
 * Notifies the admins who receive applications in the neighbourhood of a new one, except the one who entered
 * it.
 */
export async function notifyReceivers(
  { hooks }: Pick<Effects, 'hooks'>,
  { application }: Written,
  exceptAdminId?: number,
): Promise<void> {
  await hooks.call(noticeHook, {
    type: 'application',
    payload: { id: application.id, first_name: application.first_name, last_name: application.last_name },
    audience: {
      permission: 'application_receiver',
      neighborhoodId: application.neighborhood_id,
      ...(exceptAdminId === undefined ? {} : { exceptAdminId }),
    },
  });
}

/** Notifies everyone who has taken part in an application of a new message. */
export async function notifyParticipants(
  call: OwnCall,
  { application }: Written,
  message: string,
): Promise<void> {
  const adminIds = (await readParticipants(call.database, application.id)).filter(
    (id) => id !== call.viewer.id,
  );
  if (adminIds.length === 0) return;
  await call.hooks.call(noticeHook, {
    type: 'message',
    payload: { application_id: application.id, message },
    audience: { permission: 'application_receiver', neighborhoodId: application.neighborhood_id, adminIds },
  });
}

/** Notifies an admin of an application that was forwarded to them. */
export async function notifyNewReceiver(
  call: OwnCall,
  { application }: Written,
  { message, receiverId }: { message: string; receiverId: number },
): Promise<void> {
  await call.hooks.call(noticeHook, {
    type: 'forward',
    payload: { application_id: application.id, message },
    audience: {
      permission: 'application_receiver',
      neighborhoodId: application.neighborhood_id,
      adminIds: [receiverId],
      exceptAdminId: call.viewer.id,
    },
  });
}
