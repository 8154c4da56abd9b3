/** How many seconds a session lasts: as it stands, and at most, however active its person is. */
export interface SessionTimes {
  readonly expiresIn: number;
  readonly lifetimeLeft: number;
}

/** The warning that the session ends soon. */
export interface IdleWarning {
  /** By the clock of the timer, in milliseconds. */
  readonly endsAt: number;
  /** The longest lifetime is over: activity moves the end no more. */
  readonly isFinal: boolean;
}

export interface IdleTimerOptions {
  /**
   * Reports activity to the server, or only asks for the remaining time of the session; null if it is over. Rejects without a
   * response.
   */
  readonly report: (isActive: boolean) => Promise<SessionTimes | null>;
  /** Milliseconds, by a clock that never goes back. */
  readonly now: () => number;
  readonly onWarning: (warning: IdleWarning | null) => void;
  /** The server has answered; other tabs of the session follow. */
  readonly onTimes: (times: SessionTimes, isActive: boolean) => void;
  readonly onEnd: () => void;
}

/** Activity is reported at most this often, in milliseconds. */
export const reportIntervalMs = 60_000;
/** How long before the end a warning comes. */
export const warnMs = 60_000;
/** The longest interval between two checks of the clock: timers stop while a computer sleeps. */
const maxWaitMs = 15_000;
const minWaitMs = 50;
/** Milliseconds for which a response counts as current. */
const freshMs = 5000;

/**
 * Reports the user's activity to the server, warns a minute before the session ends, and reports its end. The server's count
 * decides: the timer reads it before it warns or ends anything, and counts by itself while the server does not respond.
 */
export class IdleTimer {
  readonly #options: IdleTimerOptions;
  #endsAt: number | null = null;
  #lifetimeEndsAt = Number.POSITIVE_INFINITY;
  /** How long the session lasts after activity, for as long as the server cannot be notified of it. */
  #idleMs = 0;
  #activeAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #respondedAt = Number.NEGATIVE_INFINITY;
  #isUnreported = false;
  #isWarning = false;
  #isDismissed = false;
  #isOver = false;
  /** One report after the other, so that the last answer is the newest. */
  #reports = Promise.resolve();
  #pending = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: IdleTimerOptions) {
    this.#options = options;
  }

  /** Called when the user did something. While a warning is shown, only their response to it counts. */
  onActivity(): void {
    if (this.#isWarning) return;
    this.#activeAt = this.#options.now();
    if (this.#isUnreported) return;
    this.#isUnreported = true;
    this.#step();
  }

  /** The answer to a warning: the person continues. */
  stay(): void {
    this.#isDismissed = this.#isFinal;
    this.#isWarning = false;
    this.#options.onWarning(null);
    this.#activeAt = this.#options.now();
    this.#report(true);
  }

  /** Asks the server, such as when the computer may have slept; not when it has just answered. */
  check(): void {
    if (this.#pending === 0 && this.#options.now() - this.#respondedAt > freshMs) this.#report(false);
  }

  /** Another tab of the session was answered. */
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
    this.#reports = this.#reports.then(() => this.#send(isActive));
  }

  async #send(isActive: boolean): Promise<void> {
    let times: SessionTimes | null | undefined;
    try {
      times = this.#isOver ? undefined : await this.#options.report(isActive);
    } catch {
      // There was no response; times stay undefined.
    }
    this.#pending--;
    if (this.#isOver) return;
    if (times === undefined) this.#goOnAlone(isActive);
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

  /** Without an answer: an active session stays, an idle one ends in time. */
  #goOnAlone(isActive: boolean): void {
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

  /** Tells or asks what is due. */
  #step(): void {
    // The handler of the response does the rest.
    if (this.#isOver || this.#pending > 0) return;
    const now = this.#options.now();
    const left = (this.#endsAt ?? now) - now;
    if (this.#isUnreported && now - this.#reportedAt >= reportIntervalMs) {
      // The computer slept in between: the person who was active then need not be there now.
      const isStale = now - this.#activeAt > 2 * reportIntervalMs;
      if (isStale) this.#isUnreported = false;
      this.#report(!isStale);
    } else if (left <= 0 || (left <= warnMs && !this.#isWarning && !this.#isDismissed)) this.#report(false);
    else this.#settle();
  }

  /** Shows what is known now, and waits for what is next. */
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
    // A person who works on until the longest lifetime ends is active as before.
    this.#isWarning = isShown && !warning.isFinal;
    this.#options.onWarning(isShown ? warning : null);
  }
}
