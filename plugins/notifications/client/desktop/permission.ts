import { useSyncExternalStore } from 'react';

/**
 * Whether the browser shows our notifications: `insecure` for a page without HTTPS, where browsers show none; `prompt` if the
 * user was not asked, or the answer was reset.
 */
export type Permission = 'unsupported' | 'insecure' | 'prompt' | 'granted' | 'denied';

/** Set once a browser has the name but not the thing, such as on Android, where only a service worker may. */
let refused = false;

/** The browser's permission at this moment. */
export function readPermission(): Permission {
  if (!globalThis.isSecureContext) return 'insecure';
  if (refused || typeof Notification === 'undefined') return 'unsupported';
  const { permission } = Notification;
  return permission === 'default' ? 'prompt' : permission;
}

/** Asks the person, where that is still to be asked; only a press of a button may lead here. */
export async function requestPermission(): Promise<Permission> {
  if (readPermission() === 'prompt') await Notification.requestPermission();
  notifyChange();
  return readPermission();
}

/** Shows a message of the browser; `null` where it will not. A later one with the same tag takes its place. */
export function showMessage(title: string, options: NotificationOptions): Notification | null {
  if (readPermission() !== 'granted') return null;
  try {
    return new Notification(title, options);
  } catch {
    refused = true;
    notifyChange();
    return null;
  }
}

/** Follows the permission, which is also taken back in the browser's own settings; for components. */
export function usePermission(): Permission {
  return useSyncExternalStore(follow, readPermission);
}

const followers = new Set<() => void>();

function notifyChange(): void {
  for (const each of followers) each();
}

function follow(each: () => void): () => void {
  followers.add(each);
  addEventListener('focus', each);
  let status: PermissionStatus | null = null;
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (!followers.has(each)) return;
      status = found;
      status.addEventListener('change', each);
    })
    // Where it cannot be followed, a return to the window looks again.
    .catch(() => undefined);
  return () => {
    followers.delete(each);
    removeEventListener('focus', each);
    status?.removeEventListener('change', each);
  };
}
