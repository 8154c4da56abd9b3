import type { EventEmitter } from 'node:events';
import pg from 'pg';
import type { PrimaryFinder } from './primary-finder.ts';

/** Options of a client that may have several hosts. */
export interface LocatingConfig extends pg.ClientConfig {
  /** Finds the primary; null or absent for a single host. */
  readonly finder?: PrimaryFinder | null;
  /** Enables pipelining, which is missing in the driver's types. */
  readonly pipeline?: boolean | undefined;
}

/** Members of the driver's client that its types omit. */
interface Internals {
  host: string;
  port: number;
  readonly connection: EventEmitter & { readonly stream: { destroy(): void; readonly destroyed: boolean } };
  readonly connectionParameters: { host: string; port: number };
}

type Connect = (callback: (error?: Error) => void) => void;
const connect = pg.Client.prototype.connect as Connect;

/** PostgreSQL's error code for a write on a standby. */
const readOnly = '25006';

/**
 * A client that connects to the primary if its database has several hosts. If the host turns out to be a standby, when
 * connecting or when a write is refused, the connection is closed, and the next one searches again.
 */
export class LocatingClient extends pg.Client {
  readonly #finder: PrimaryFinder | null;
  #isStandby = false;

  constructor(config: LocatingConfig = {}) {
    super(config);
    this.#finder = config.finder ?? null;
    const finder = this.#finder;
    if (!finder) return;
    const { connection } = internalsOf(this);
    this.on('error', () => finder.forget());
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code !== readOnly) return;
      finder.forget();
      // After the caller has received the error.
      setImmediate(() => connection.stream.destroy());
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error?: Error) => void): void;
  override connect(callback?: (error?: Error) => void): Promise<this> | void {
    if (callback) return this.#connect(callback);
    return new Promise((done, failed) => {
      this.#connect((error) => (error ? failed(error) : done(this)));
    });
  }

  #connect(callback: (error?: Error) => void): void {
    const finder = this.#finder;
    if (!finder) return connect.call(this, callback);
    const fail = (error: Error) => {
      finder.forget();
      callback(error);
    };
    finder.locate().then((host) => {
      const internals = internalsOf(this);
      // The caller has given up during the await.
      if (internals.connection.stream.destroyed) return fail(new Error('Connection terminated'));
      Object.assign(internals, host);
      Object.assign(internals.connectionParameters, host);
      connect.call(this, (error) => {
        if (!error && !this.#isStandby) return callback();
        internals.connection.stream.destroy();
        fail(error ?? Object.assign(new Error('the host is a standby'), { code: '57P03' }));
      });
    }, fail);
  }
}

/** Sound for every client of `pg`: its constructor sets all of them. */
function internalsOf(client: pg.Client): Internals {
  return client as pg.Client & Internals;
}
