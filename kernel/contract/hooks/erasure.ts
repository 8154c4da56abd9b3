import { hook } from './hook.ts';

/** Finds what belongs to one citizen, before it is erased. */
export interface PersonQuery {
  /** The time of the erasure: later records are not included. It is in the past after a restore. */
  readonly before: string;
  /** The ids in question, such as those of the journal of erasures; the plugin that owns them adds those that exist. */
  requestedIds(type: string): readonly number[];
  /**
   * After a restore: tells by the digest whether a JSHSHIR belongs to the citizen. A plugin with such numbers then checks
   * all of them, since an erased citizen may be another record in the backup.
   */
  readonly isTheirs?: (personalNumber: string) => boolean;
  /** The ids found so far, by subject type of the audit log. */
  idsOf(type: string): readonly number[];
  readonly personalNumbers: readonly string[];
  add(type: string, ids: readonly number[]): void;
  addPersonalNumber(number: string | null): void;
  /** Adds a text that identifies the citizen anywhere: a full name, a phone, a passport. */
  addMark(text: string | null): void;
}

/**
 * Asks every plugin which records belong to a citizen (`user`). Called until no plugin adds anything, like {@link
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

/** A citizen who is erased from every table, in one transaction. */
export interface Erasure {
  idsOf(type: string): readonly number[];
  readonly personalNumbers: readonly string[];
  /** Texts that identify the citizen anywhere: full names, phones, passports, JSHSHIR. */
  readonly marks: readonly string[];
  /** Reports the number of erased records, under the key `<plugin>:erasure.<name>` of a text with `count`. */
  count(key: string, number: number): void;
  /** Prevents the erasure: the transaction is rolled back. */
  obstruct(obstacle: ErasureObstacle): void;
  /** Adds texts of the citizen that copies may contain, such as stored responses. */
  addTexts(texts: readonly (string | null)[]): void;
  /**
   * Deletes stored files: their rows after all plugins have removed their references, their bytes after the commit, without
   * a grace period.
   */
  eraseFiles(fileIds: readonly number[]): void;
  /**
   * The stored files that plugins have erased so far. Plugins that require this one run first, and it removes references to
   * their files.
   */
  erasedFiles?(): readonly number[];
}

/**
 * Erases a citizen: every plugin replaces their values with neutral ones, or deletes its rows. Plugins that require others
 * run first, so that nothing refers to deleted rows. Counted data of statistics remain. A plugin that listens declares
 * `erases` in its manifest: while it is disabled, no citizen is erased.
 */
export const erasureHook = hook<Erasure>('kernel.erasure', { order: 'dependents' });

/** The result of an erasure: what was erased, or what prevents it. */
export interface ErasureReport {
  /** The entry of the journal. */
  readonly id: string;
  /** By the key of the text. */
  readonly counts: Readonly<Record<string, number>>;
  readonly obstacles: readonly ErasureObstacle[];
  /** Disabled plugins that store data of citizens. */
  readonly missing: readonly string[];
}
