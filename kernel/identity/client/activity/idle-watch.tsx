import { useEffect, useState } from 'react';
import { signOut } from '../session/session-lifecycle.ts';
import { IdleDialog } from './idle-dialog.tsx';
import { startWatch, type ShownWarning } from './start-watch.ts';

/**
 * Reports the user's activity to the server and warns before the session ends. Mounted once while a user is signed in.
 */
export function IdleWatch() {
  const [warning, setWarning] = useState<ShownWarning | null>(null);
  useEffect(() => startWatch(setWarning), []);
  return warning && <IdleDialog warning={warning} onLeave={signOut} />;
}
