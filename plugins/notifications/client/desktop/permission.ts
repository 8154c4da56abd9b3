import { useSyncExternalStore } from 'react';

/**
 * Whether the browser shows our notifications: `insecure` for a page without HTTPS, where browsers show none; `prompt` if the
 * user was not asked, or the answer was reset.
 */
export type Permission = 'unsupported' | 'insecure' | 'prompt' | 'granted' | 'denied';

/**
 * Set when a browser has the constructor but rejects it, as on Android, where only a service worker may show
 * notifications.
 */
let rejected = false;

/** The browser's current permission. */
export function readPermission(): Permission {
  if (!globalThis.isSecureContext) return 'insecure';
  if (rejected || typeof Notification === 'undefined') return 'unsupported';
  const { permission } = Notification;
  return permission === 'default' ? 'prompt' : permission;
}

/** Asks the user for permission, if it was not decided yet; call only from a button press. */
export async function requestPermission(): Promise<Permission> {
  if (readPermission() === 'prompt') await Notification.requestPermission();
  notifyChange();
  return readPermission();
}

/** Shows a desktop notification; `null` if the browser does not allow it. A later one with the same tag replaces it. */
export function showMessage(title: string, options: NotificationOptions): Notification | null {
  if (readPermission() !== 'granted') return null;
  try {
    return new Notification(title, options);
  } catch {
    rejected = true;
    notifyChange();
    return null;
  }
}

/** Follows the permission, which may also be revoked in the browser's settings; for components. */
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
    // If it cannot be observed, it is read again when the window gets the focus.
    .catch(() => undefined);
  return () => {
    followers.delete(each);
    removeEventListener('focus', each);
    status?.removeEventListener('change', each);
  };
}
