import type { SessionAdmin } from '#kernel/plugin-api/contract.ts';
import type { Action, ApplicationDetail } from '../../contract.ts';

type Of<Type extends Action['action_type']> = Extract<Action, { action_type: Type }>;

/** An item of the timeline. */
export type Entry =
  | { readonly kind: 'day'; readonly key: string; readonly date: string }
  /** The citizen's own text, which starts the timeline. */
  | { readonly kind: 'request'; readonly key: string }
  | { readonly kind: 'status'; readonly key: string; readonly action: Of<'status'>; readonly own: boolean }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly action: Of<'message'>;
      readonly own: boolean;
      /** Continues the message above: same person, within minutes; needs no avatar. */
      readonly continued: boolean;
    }
  | { readonly kind: 'forward'; readonly key: string; readonly action: Of<'forward'>; readonly own: boolean }
  /** A change of the application's data, or unusual facts at intake. */
  | { readonly kind: 'change'; readonly key: string; readonly action: Of<'change'>; readonly own: boolean }
  /** A kind that a newer server may send. */
  | { readonly kind: 'unknown'; readonly key: string; readonly action: Action };

/** The viewer of the timeline. */
export type Viewer = Pick<SessionAdmin, 'id' | 'first_name' | 'last_name'>;

const CONTINUES_WITHIN = 5 * 60 * 1000;

/**
 * The timeline of an application, oldest first: a separator for each day, the request, then the steps.
 * `dayOf` returns the day of a time in the city's time zone.
 */
export function timelineOf(
  application: Pick<ApplicationDetail, 'createdAt' | 'actions'>,
  viewer: Viewer | null,
  dayOf: (moment: string) => string,
): Entry[] {
  const entries: Entry[] = [];
  let day = dayOf(application.createdAt);
  entries.push({ kind: 'day', key: `day-${day}`, date: day }, { kind: 'request', key: 'request' });
  let above: Action | null = null;
  for (const action of application.actions) {
    // The server may include the creation, which the request already shows.
    if (action.action_type === 'status' && action.status?.status === 'created') continue;
    const date = dayOf(action.createdAt);
    if (date !== day) {
      day = date;
      above = null;
      entries.push({ kind: 'day', key: `day-${date}-${action.id}`, date });
    }
    entries.push(entryOf(action, above, viewer));
    above = action;
  }
  return entries;
}

/** The actions of an application, merged with those sent from here that are not read back yet. */
export function mergeActions(read: readonly Action[], sent: readonly Action[]): Action[] {
  const known = new Set(read.map(({ id }) => String(id)));
  return [...read, ...sent.filter(({ id }) => !known.has(String(id)))];
}

/** An application as it will be once the server has accepted a step that was sent from here. */
export function withPending(application: ApplicationDetail, pending: Action | null): ApplicationDetail {
  if (!pending) return application;
  const { status } = application;
  return {
    ...application,
    actions: [...application.actions, pending],
    status:
      pending.action_type === 'status'
        ? { ...status, ...pending.status, createdAt: pending.createdAt }
        : status,
  };
}

/** How many steps were made by others than the viewer. */
export function countOfOthers(entries: readonly Entry[]): number {
  return entries.filter((entry) => ('own' in entry ? !entry.own : entry.kind === 'unknown')).length;
}

function entryOf(action: Action, above: Action | null, viewer: Viewer | null): Entry {
  const key = `action-${action.id}`;
  const own = viewer !== null && isBy(action.sender, viewer);
  // An older server may omit a payload, or send a kind that we do not know.
  if (action.action_type === 'status' && action.status) return { kind: 'status', key, action, own };
  if (action.action_type === 'forward' && action.forward) return { kind: 'forward', key, action, own };
  if (action.action_type === 'change' && action.change) return { kind: 'change', key, action, own };
  if (action.action_type === 'message' && action.message) {
    return { kind: 'message', key, action, own, continued: continues(action, above) };
  }
  return { kind: 'unknown', key, action };
}

/** A server that implements only the specification does not send the viewer's id (ours is negative then): the name is compared. */
function isBy(sender: Action['sender'], { id, first_name, last_name }: Viewer): boolean {
  if (sender === null) return false;
  if (id >= 0) return Number(sender.id) === id;
  return sender.first_name === first_name && sender.last_name === last_name;
}

function continues(action: Action, above: Action | null): boolean {
  return (
    above?.action_type === 'message' &&
    action.sender !== null &&
    above.sender?.id === action.sender.id &&
    Date.parse(action.createdAt) - Date.parse(above.createdAt) < CONTINUES_WITHIN
  );
}
