import { eventHub } from '#kernel/client/realtime/event-hub.ts';
import { endSession } from '../session/session-lifecycle.ts';
import { session } from '#kernel/client/session/session-store.ts';
import { followActivity } from './activity-events.ts';
import { IdleTimer, type IdleWarning, type SessionTimes } from './idle-timer.ts';
import { reportActivity } from './report-activity.ts';

/** If the wall clock gains this many milliseconds on the monotonic one, the computer has slept or the clock was set. */
const sleepMs = 2000;

/** A message between tabs of one session. */
interface TabMessage {
  readonly adminId: number | undefined;
  readonly times: SessionTimes;
  readonly isActive: boolean;
}

const channelName = 'komak-activity';

/** A warning with its clock and the action that continues the session. */
export interface ShownWarning extends IdleWarning {
  readonly now: () => number;
  readonly stay: () => void;
}

/** Tracks the activity of the signed-in user until the session is over. Returns a function that stops it. */
export function startWatch(onWarning: (warning: ShownWarning | null) => void): () => void {
  const now = createSleepAwareClock();
  const channel = new BroadcastChannel(channelName);
  const adminId = session.admin?.id;
  const timer = new IdleTimer({
    report: reportActivity,
    now,
    onWarning: (warning) => onWarning(warning && { ...warning, now, stay: () => timer.stay() }),
    onTimes(times, isActive) {
      const message: TabMessage = { adminId, times, isActive };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin
      channel.postMessage(message);
    },
    onEnd: () => endSession('expired'),
  });
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.adminId === adminId) timer.follow(data.times, data.isActive);
  });
  const controller = new AbortController();
  const check = () => document.hidden || timer.check();
  document.addEventListener('visibilitychange', check, { signal: controller.signal });
  for (const type of ['pageshow', 'online']) addEventListener(type, check, { signal: controller.signal });
  const stops = [followActivity(() => timer.onActivity()), eventHub.onReconnect(() => timer.check())];
  timer.check();
  return () => {
    for (const stop of stops) stop();
    controller.abort();
    channel.close();
    timer.stop();
  };
}

/**
 * A monotonic clock in milliseconds that also counts time asleep, which `performance.now()` omits in some browsers. It
 * is unrelated to the time of day.
 */
export function createSleepAwareClock(
  steady: () => number = () => performance.now(),
  wall: () => number = Date.now,
): () => number {
  let elapsed = 0;
  let last = { steady: steady(), wall: wall() };
  return () => {
    const now = { steady: steady(), wall: wall() };
    const awake = now.steady - last.steady;
    const passed = now.wall - last.wall;
    last = now;
    elapsed += passed - awake > sleepMs ? passed : awake;
    return elapsed;
  };
}
