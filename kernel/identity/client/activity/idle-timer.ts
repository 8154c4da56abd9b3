import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';

/** Seconds until the session expires: without further activity, and at the latest. */
export interface SessionTimes {
  readonly expiresIn: number;
  readonly lifetimeLeft: number;
}

/** The warning that the session ends soon. */
export interface IdleWarning {
  /** Milliseconds, by the timer's clock. */
  readonly endsAt: number;
  /** Whether the maximum lifetime ends the session, so that activity cannot extend it. */
  readonly isFinal: boolean;
}

export interface IdleTimerOptions {
  /**
   * Reports activity to the server, or only reads the remaining time of the session; null if it is over. Rejects if the
   * server does not respond.
   */
  readonly report: (isActive: boolean) => Promise<SessionTimes | null>;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  readonly onWarning: (warning: IdleWarning | null) => void;
  /** Called with each response of the server, to pass it to other tabs of the session. */
  readonly onTimes: (times: SessionTimes, isActive: boolean) => void;
  readonly onEnd: () => void;
}

/** Minimum milliseconds between two reports of activity. */
export const reportIntervalMs = 60_000;
/** Milliseconds before the end at which the warning is shown. */
export const warnMs = 60_000;
/** Maximum milliseconds between two checks of the clock, since timers stop while a computer sleeps. */
const maxWaitMs = 15_000;
const minWaitMs = 50;
/** Milliseconds for which a response counts as current. */
const freshMs = 5000;

/**
 * Reports the user's activity to the server, warns a minute before the session ends, and reports its end. The server's
 * time is authoritative: the timer reads it before it warns or ends the session, and uses its own while the server does
 * not respond.
 */
export class IdleTimer {
  readonly #options: IdleTimerOptions;
  #endsAt: number | null = null;
  #lifetimeEndsAt = Number.POSITIVE_INFINITY;
  /** Milliseconds that the session lasts after activity; used while the server does not respond. */
  #idleMs = 0;
  #activeAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #respondedAt = Number.NEGATIVE_INFINITY;
  #isUnreported = false;
  #isWarning = false;
  #isDismissed = false;
  #isOver = false;
  /** Reports run one after the other, so that the last response is the newest. */
  readonly #reports = createSerialQueue();
  #pending = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: IdleTimerOptions) {
    this.#options = options;
  }

  /** Called on user activity. While a warning is shown, only `stay` counts. */
  onActivity(): void {
    if (this.#isWarning) return;
    this.#activeAt = this.#options.now();
    if (this.#isUnreported) return;
    this.#isUnreported = true;
    this.#step();
  }

  /** Called when the user chooses to continue in the warning. */
  stay(): void {
    this.#isDismissed = this.#isFinal;
    this.#isWarning = false;
    this.#options.onWarning(null);
    this.#activeAt = this.#options.now();
    this.#report(true);
  }

  /** Reads the remaining time, for example after the computer may have slept; not if a response has just arrived. */
  check(): void {
    if (this.#pending === 0 && this.#options.now() - this.#respondedAt > freshMs) this.#report(false);
  }

  /** Called when another tab of the session got a response. */
  follow(times: SessionTimes, isActive: boolean): void {
    if (this.#isOver) return;
    this.#take(times, isActive);
    this.#settle();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #report(isActive: boolean): void {
    if (this.#isOver) return;
    if (isActive) {
      this.#reportedAt = this.#options.now();
      this.#isUnreported = false;
    }
    this.#pending++;
    void this.#reports(() => this.#send(isActive));
  }

  async #send(isActive: boolean): Promise<void> {
    let times: SessionTimes | null | undefined;
    try {
      times = this.#isOver ? undefined : await this.#options.report(isActive);
    } catch {
      // No response: `times` stays undefined.
    }
    this.#pending--;
    if (this.#isOver) return;
    if (times === undefined) this.#proceedOffline(isActive);
    else if (times === null) this.#end();
    else {
      this.#take(times, isActive);
      this.#options.onTimes(times, isActive);
    }
    this.#settle();
  }

  #take({ expiresIn, lifetimeLeft }: SessionTimes, isActive: boolean): void {
    const now = this.#options.now();
    this.#respondedAt = now;
    this.#endsAt = now + expiresIn * 1000;
    this.#lifetimeEndsAt = now + lifetimeLeft * 1000;
    if (!isActive) return;
    this.#idleMs = expiresIn * 1000;
    this.#reportedAt = now;
    this.#isUnreported = false;
  }

  /** Without a response: extends an active session and ends an idle one in time. */
  #proceedOffline(isActive: boolean): void {
    const now = this.#options.now();
    if (isActive) {
      this.#isUnreported = true;
      const endsAt = Math.min(this.#activeAt + this.#idleMs, this.#lifetimeEndsAt);
      if (this.#endsAt !== null) this.#endsAt = Math.max(this.#endsAt, endsAt);
    }
    if (this.#endsAt !== null && this.#endsAt <= now) this.#end();
  }

  #end(): void {
    this.stop();
    this.#options.onWarning(null);
    this.#options.onEnd();
  }

  get #isFinal(): boolean {
    return this.#endsAt !== null && this.#endsAt >= this.#lifetimeEndsAt;
  }

  /** Sends the report that is due, if any. */
  #step(): void {
    // The response's handler continues.
    if (this.#isOver || this.#pending > 0) return;
    const now = this.#options.now();
    const left = (this.#endsAt ?? now) - now;
    if (this.#isUnreported && now - this.#reportedAt >= reportIntervalMs) {
      // The computer has slept since the activity, so the user need not be present any more.
      const isStale = now - this.#activeAt > 2 * reportIntervalMs;
      if (isStale) this.#isUnreported = false;
      this.#report(!isStale);
    } else if (left <= 0 || (left <= warnMs && !this.#isWarning && !this.#isDismissed)) this.#report(false);
    else this.#settle();
  }

  /** Shows or hides the warning, and schedules the next step. */
  #settle(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const now = this.#options.now();
    const endsAt = this.#endsAt ?? Number.POSITIVE_INFINITY;
    const left = endsAt - now;
    this.#warn(left <= warnMs ? { endsAt, isFinal: this.#isFinal } : null);
    const untilReportMs = this.#isUnreported ? this.#reportedAt + reportIntervalMs - now : maxWaitMs;
    const untilEnd = left > warnMs ? left - warnMs : left;
    const wait = Math.min(maxWaitMs, untilReportMs, untilEnd);
    this.#timer = setTimeout(() => this.#step(), Math.max(minWaitMs, wait));
  }

  #warn(warning: IdleWarning | null): void {
    if (warning === null) this.#isDismissed = false;
    const isShown = warning !== null && !this.#isDismissed;
    // While the maximum lifetime runs out, activity still counts.
    this.#isWarning = isShown && !warning.isFinal;
    this.#options.onWarning(isShown ? warning : null);
  }
}
