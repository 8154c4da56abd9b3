import { eventHub } from '#kernel/client/realtime/event-hub.ts';
import { endSession } from '../session/session-lifecycle.ts';
import { session } from '#kernel/client/session/session-store.ts';
import { followActivity } from './activity-events.ts';
import { IdleTimer, type IdleWarning, type SessionTimes } from './idle-timer.ts';
import { reportActivity } from './report-activity.ts';

/** The wall clock has slept, or was set, where it runs so far ahead of the other one, in milliseconds. */
const sleepMs = 2000;

/** The message that tabs of one session exchange. */
interface TabMessage {
  readonly adminId: number | undefined;
  readonly times: SessionTimes;
  readonly isActive: boolean;
}

const channelName = 'komak-activity';

/** A warning as it is shown: with the clock of its end, and how it is answered. */
export interface ShownWarning extends IdleWarning {
  readonly now: () => number;
  readonly stay: () => void;
}

/** Follows the activity of the person who is signed in until their session is over; returns how to stop. */
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
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
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
 * A monotonic clock in milliseconds that includes the time in which the computer sleeps: in some browsers `performance.now()`
 * does not. It is unrelated to the time of day.
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
