import { loadTexts, readRegistry, session, toastError, translate } from '#kernel/plugin-api/client.ts';
import type { Notification } from '../../contract.ts';
import { viewOf } from '../model/notice-view.ts';
import { markRead } from '../data/queries.ts';
import { navigation } from '../data/pending-store.ts';
import { chime, mayPlay } from './chime.ts';
import { claim } from './claim.ts';
import { isAnyWindowFocused } from './focused-windows.ts';
import { showMessage } from './permission.ts';
import { readPreferences } from './preferences.ts';

/** Notifications within this time are shown as one, in milliseconds. */
const breath = 300;

let waiting: Notification[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces new notifications by a sound, and by a desktop notification if no window has the focus; once for
 * all windows of an admin.
 */
export function announceArrivals(fresh: readonly Notification[]): void {
  waiting.push(...fresh);
  timer ??= setTimeout(() => void begin().catch(reportError), breath);
}

async function begin(): Promise<void> {
  timer = undefined;
  const fresh = waiting;
  waiting = [];
  const adminId = session.admin?.id;
  if (adminId === undefined) return;
  const ids = fresh.map(({ id }) => Number(id));
  const { messages, sound } = readPreferences();
  // Before claiming: the fastest window decides for all, by the current state. Otherwise a slow one would
  // announce notifications that were already seen, as soon as the user leaves the page.
  const looked = await isAnyWindowFocused();
  const free = messages ? await claim(adminId, 'message', ids) : [];
  if (sound && mayPlay() && (await claim(adminId, 'sound', ids)).length > 0) void chime();
  if (looked) return;
  const ours = fresh.filter(({ id }) => free.includes(Number(id)));
  const [first] = ours;
  if (first && ours.length === 1) await showOne(first);
  else if (first) await showMany(ours.length);
}

/** Only the kind of event: names and messages of citizens do not belong on a lock screen. */
async function showOne(notification: Notification): Promise<void> {
  const view = viewOf(notification, readRegistry().notices, document.documentElement.lang);
  await loadTexts('notifications', view.key.split(':')[0] ?? '');
  show(translate(view.key, { ...view.values }), `komak-notice-${notification.id}`, () => {
    void markRead(notification).catch(toastError);
    navigation.go(view.path ?? '/notifications');
  });
}

async function showMany(count: number): Promise<void> {
  await loadTexts('notifications');
  show(translate('notifications:newNotices', { count }), 'komak-notices', () =>
    navigation.go('/notifications?is_read=false'),
  );
}

function show(title: string, tag: string, open: () => void): void {
  const message = showMessage(title, { tag, icon: '/mark.svg', lang: document.documentElement.lang });
  if (!message) return;
  message.addEventListener('click', () => {
    message.close();
    window.focus();
    open();
  });
}
