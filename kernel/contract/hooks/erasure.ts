import { hook } from './hook.ts';

/** A query for everything that belongs to one citizen, before it is erased. */
export interface PersonQuery {
  /** The time of the erasure; later records are excluded. After a restore it lies in the past. */
  readonly before: string;
  /** The ids to erase, such as those in the erasure journal; the plugin that owns the type adds those that exist. */
  requestedIds(type: string): readonly number[];
  /**
   * Set after a restore: tells by a digest whether a JSHSHIR belongs to the citizen. A plugin that stores JSHSHIRs then
   * checks all of them, since the backup may hold the erased citizen under another record.
   */
  readonly isTheirs?: (personalNumber: string) => boolean;
  /** The ids found so far, by subject type of the audit log. */
  idsOf(type: string): readonly number[];
  readonly personalNumbers: readonly string[];
  add(type: string, ids: readonly number[]): void;
  addPersonalNumber(number: string | null): void;
  /** Adds a text that identifies the citizen wherever it occurs: a full name, a phone number, a passport number. */
  addMark(text: string | null): void;
}

/**
 * Collects the records of a citizen (`user`) from every plugin. Called until no plugin adds anything, like {@link
 * relatedSubjectsHook}; records that belonged to the citizen only for a time are not added.
 */
export const personHook = hook<PersonQuery>('kernel.person');

/** A reason why a citizen cannot be erased yet. */
export interface ErasureObstacle {
  /** `<plugin>:erasure.<name>`, a text with `count`. */
  readonly key: string;
  readonly type: string;
  readonly ids: readonly number[];
}

/** The erasure of a citizen from every table, in one transaction. */
export interface Erasure {
  idsOf(type: string): readonly number[];
  readonly personalNumbers: readonly string[];
  /** Texts that identify the citizen wherever they occur: full names, phone numbers, passport numbers, JSHSHIR. */
  readonly marks: readonly string[];
  /** Reports the number of erased records under the key of a text with `count`, `<plugin>:erasure.<name>`. */
  count(key: string, number: number): void;
  /** Prevents the erasure; the transaction is rolled back. */
  obstruct(obstacle: ErasureObstacle): void;
  /** Adds texts about the citizen of which copies may exist elsewhere, such as in stored responses. */
  addTexts(texts: readonly (string | null)[]): void;
  /**
   * Deletes stored files: their rows after all plugins have removed their references, their bytes right after the
   * commit, without the grace period.
   */
  eraseFiles(fileIds: readonly number[]): void;
  /**
   * The files that plugins have erased so far. Dependents run first, so a plugin can remove references to their files.
   */
  erasedFiles?(): readonly number[];
}

/**
 * Erases a citizen: every plugin overwrites or deletes the citizen's values in its tables. Plugins run before those
 * that they require, so that nothing refers to deleted rows. Statistics are unaffected. A plugin that listens declares
 * `erases` in its manifest: while it is disabled, no citizen is erased.
 */
export const erasureHook = hook<Erasure>('kernel.erasure', { order: 'dependents' });

/** The result of an erasure: what was erased, or what prevents it. */
export interface ErasureReport {
  /** The id of the journal entry. */
  readonly id: string;
  /** Numbers of erased records by text key. */
  readonly counts: Readonly<Record<string, number>>;
  readonly obstacles: readonly ErasureObstacle[];
  /** Disabled plugins that store data of citizens and therefore block the erasure. */
  readonly missing: readonly string[];
}
