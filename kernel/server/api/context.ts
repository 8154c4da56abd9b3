import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type {
  ConfigOf,
  ErasureReport,
  Manifest,
  RegisteredNotice,
  RegisteredRoute,
} from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Passwords } from './passwords.ts';
import type { ReadSheet } from './read-sheet.ts';
import type { Vault } from './vault.ts';
import type { Database, DatabaseTransaction, Effects, IngestedFile } from './effects.ts';
import type { PluginManager } from './plugin-manager.ts';

/** The services of a plugin, from its start on and within each call. */
export interface ServerContext<M extends Manifest = Manifest> {
  readonly config: ConfigOf<M>;
  readonly timeZone: string;
  /** The name of the installation. */
  readonly deploymentName: string;
  /** How personal data are shown here. */
  readonly privacy?: { readonly revealReason: boolean };
  /** Every page of the enabled plugins, and who may open it. */
  readonly pages: readonly RegisteredRoute[];
  /** Every permission of the enabled plugins, and whose it is. */
  readonly permissions: readonly { readonly permission: string; readonly plugin: string }[];
  /** Every type of notice of the enabled plugins. */
  readonly notices: readonly RegisteredNotice[];
  /** The installed plugins, and how to switch them; throws `unavailable` while the server starts. */
  readonly plugins: PluginManager;
  readonly log: Logger;
  /** Encrypts what a reader of the database must not see. */
  readonly vault: Vault;
  /** Hashes and checks passwords. */
  readonly passwords: Passwords;
  /** Reads an uploaded spreadsheet. */
  readonly readSheet: ReadSheet;
  /** The country of an address, two letters of ISO 3166; null where it is not known, or the deployment has no table of them. */
  countryOf?(address: string): string | null;
  /** The text of `namespace:dotted.key` in a language; for what the server itself writes, such as the headers of a sheet. */
  text(language: Language, key: string, params?: Readonly<Record<string, string | number>>): string;
  /** The pool: for reads, and for work outside of a call. */
  readonly database: Database;
  /** Runs work in one transaction; what is given to `afterCommit` within runs once it is durable. */
  transaction<Result>(work: (effects: Effects<M>) => Promise<Result>): Promise<Result>;
  /** Signs the address of a stored file for a session, 5 minutes long. */
  fileUrl(fileId: number, sessionId: number): string;
  /** Stores bytes of the server's own making, checked like an upload, the row written in the transaction. */
  keepFile(
    file: { name: string; mimetype: string; bytes: Buffer },
    adminId: number,
    database: DatabaseTransaction,
  ): Promise<IngestedFile>;
  /** Deletes stored files of this plugin that nothing refers to any more; their bytes follow a week later. */
  forgetFiles(fileIds: readonly number[], database: DatabaseTransaction): Promise<void>;
  /**
   * Erases a citizen from everything that any plugin keeps, in the transaction of the effects. Where something stands in the way
   * the caller undoes it.
   */
  erasePerson?(citizenId: number, effects: Pick<Effects, 'database' | 'hooks'>): Promise<ErasureReport>;
  /** Opens a stored file, whose rights the plugin has checked; null where there is none. */
  openFile(fileId: number): Promise<Readable | null>;
  /** Notifies this plugin on every node, this one too, once the transaction is durable. */
  broadcastToNodes(database: DatabaseTransaction): Promise<void>;
  /** Calls `listener` when `broadcastToNodes` was called on any node, and when that may have been missed, until the plugin stops. */
  onNodeMessage(listener: () => void): void;
  /** Runs `work` every so often, on one node at a time, until the plugin stops. */
  every(name: string, milliseconds: number, work: () => Promise<void>): void;
}
