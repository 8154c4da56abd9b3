import type { TestServer } from '#kernel/testing/server.ts';
import { hasRight, type Caller, type Right } from './callers.ts';
import { inNotices, toReceivers, type Disclosure } from './calls.ts';
import { leaksIn, type LeakContext } from './check-call.ts';

/** An event: the permission of its recipients, what else they depend on, and what it may disclose. */
interface EventRow {
  readonly requires: Right;
  /**
   * `own`: only those with access to the record's neighbourhood. `doer`: the user who did it, on their other
   * pages; this test's listeners do nothing. `one`: a single admin, so that no two receive the same.
   */
  readonly area?: 'own' | 'doer' | 'one';
  readonly discloses?: Disclosure;
}

/**
 * Maintained by hand: the events of the server and their recipients; for records within an area, as for
 * calls. A new one has no row and fails.
 */
export const events: Readonly<Record<string, EventRow>> = {
  // From the kernel: about a session, enabled plugins, and possibly missed events.
  catch_up: { requires: 'signedIn' },
  plugins_change: { requires: 'signedIn' },
  session_change: { requires: 'signedIn' },
  session_end: { requires: 'anyone' },

  application_receive: { requires: 'application_receiver', area: 'own', discloses: toReceivers },
  application_change: { requires: 'application_receiver', area: 'own', discloses: toReceivers },
  application_leave: { requires: 'application_receiver', area: 'own' },
  application_view_change: { requires: 'application_receiver', area: 'doer' },
  application_batch: { requires: 'application_receiver', area: 'doer' },
  work_change: { requires: 'application_receiver', area: 'own' },
  letter_update: { requires: 'application_receiver', area: 'own' },
  letter_batch_progress: { requires: 'application_receiver', area: 'doer' },
  letter_template_change: { requires: 'superAdmin' },
  household_change: { requires: 'household_add', area: 'own' },
  street_change: { requires: 'street_add', area: 'own' },
  neighborhood_change: { requires: 'signedIn', area: 'own' },
  notification_receive: { requires: 'signedIn', area: 'one', discloses: inNotices },
  notification_read: { requires: 'signedIn', area: 'doer' },
  notification_remove: { requires: 'signedIn', area: 'one' },
  person_erased: { requires: 'signedIn' },
  retention_change: { requires: 'superAdmin' },
  user_change: { requires: 'superAdmin' },
  admin_change: { requires: 'superAdmin' },
  admin_role_change: { requires: 'superAdmin' },
  chat_entry_change: { requires: 'superAdmin' },
  direction_change: { requires: 'superAdmin' },
  household_category_change: { requires: 'superAdmin' },
  intake_site_change: { requires: 'superAdmin' },
  stats_change: { requires: 'superAdmin' },
};

/** What each event may disclose. */
export const disclosedByEvents = Object.fromEntries(
  Object.entries(events).map(([name, { discloses }]) => [name, discloses]),
);

/** The events of a server by name: of its plugins, and of the kernel. */
export function eventsOf({ services }: TestServer): string[] {
  const declared = services.plugins.loaded.flatMap(({ manifest }) => Object.keys(manifest.events ?? {}));
  return [...declared, 'catch_up', 'plugins_change', 'session_change', 'session_end'].toSorted();
}

/** The event of a frame, `2["name",payload]`; null of another frame. */
export function eventOf(frame: string): string | null {
  return /^\d+\["(\w+)"/.exec(frame)?.[1] ?? null;
}

/** The frames that a person has received. */
export interface Received {
  readonly caller: Caller;
  readonly frames: readonly string[];
}

/** Events that a person received without permission, each once. */
export function strayEvents(sockets: readonly Received[]): string[] {
  const found = sockets.flatMap(({ caller, frames }) =>
    frames.flatMap((frame) => {
      const event = eventOf(frame);
      const rejection = event === null ? null : expectedRejection(event, caller);
      return rejection === null ? [] : [`${caller.name}: ${event} ${rejection}`];
    }),
  );
  return [...new Set([...found, ...sharedEvents(sockets)])];
}

/** Events for a single admin that several received. */
function sharedEvents(sockets: readonly Received[]): string[] {
  const listeners = new Map<string, Set<number | null>>();
  for (const { caller, frames } of sockets) {
    for (const frame of frames) {
      if (events[eventOf(frame) ?? '']?.area !== 'one') continue;
      listeners.set(frame, (listeners.get(frame) ?? new Set()).add(caller.adminId));
    }
  }
  return [...listeners].flatMap(([frame, admins]) =>
    admins.size > 1 ? [`${admins.size} admins: ${eventOf(frame) ?? ''} is for one`] : [],
  );
}

/** What frames disclose: events only what their rows allow, other frames nothing. */
export function leaksInFrames(context: LeakContext, sockets: readonly Received[]): string[] {
  return sockets.flatMap(({ caller, frames }) =>
    frames.flatMap((frame) => {
      const event = eventOf(frame) ?? 'no event';
      const allowed = Object.hasOwn(events, event) ? events[event]?.discloses : {};
      const problems = leaksIn(context, frame, { name: event, allowed, caller });
      return problems.map((problem) => `${caller.name}: ${event} ${problem}`);
    }),
  );
}

/** Why a caller may not receive an event; null if they may. */
function expectedRejection(event: string, caller: Caller): string | null {
  const row = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!row) return 'has no row';
  if (!hasRight(caller, row.requires)) return `is for ${row.requires}`;
  if (row.area === 'doer') return 'is for the admin who did it';
  return row.area === 'own' && caller.reach.length === 0 ? 'is for those of a neighbourhood' : null;
}
