import { hook } from './hook.ts';

/** Finds what belongs to one citizen, before it is erased. */
export interface PersonQuery {
  /** The moment of the erasure: what came later is not meant. It lies in the past where a backup is restored. */
  readonly before: string;
  /** Ids that a person asks about, such as those of the journal of erasures; whose owner finds them there adds them. */
  requestedIds(type: string): readonly number[];
  /**
   * Where a backup is restored: whether a JSHSHIR is theirs, by its digest alone. Who keeps numbers goes through all of them then,
   * since the person who was erased later may stand there under another record.
   */
  readonly isTheirs?: (personalNumber: string) => boolean;
  /** What is known to be theirs by now, by the subject of the audit log. */
  idsOf(type: string): readonly number[];
  readonly personalNumbers: readonly string[];
  add(type: string, ids: readonly number[]): void;
  addPersonalNumber(number: string | null): void;
  /** A text that tells who they are wherever it stands: a name with its family name, a phone, a passport. */
  addMark(text: string | null): void;
}

/**
 * Asks every plugin what belongs to a citizen, a `user`. Called again and again until nobody adds anything, as
 * {@link relatedSubjectsHook}; what was theirs for a time alone, and is another's, is not added.
 */
export const personHook = hook<PersonQuery>('kernel.person');

/** Something that must be ended before a citizen can be erased. */
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
  /** Texts that tell who they are wherever they stand: names with the family name, phones, passports, JSHSHIR. */
  readonly marks: readonly string[];
  /** Says how many things are erased: `<plugin>:erasure.<name>`, a text with `count`. */
  count(key: string, number: number): void;
  /** Refuses: what was written so far is undone. */
  obstruct(obstacle: ErasureObstacle): void;
  /** Texts that are theirs and that copies elsewhere may hold, such as stored responses. */
  addTexts(texts: readonly (string | null)[]): void;
  /**
   * Deletes stored files: their rows when every plugin has let go of them, their bytes once the transaction is durable, without
   * a grace period.
   */
  eraseFiles(fileIds: readonly number[]): void;
  /** The stored files that plugins have erased so far: those that require this one went first, and it lets go of theirs. */
  erasedFiles?(): readonly number[];
}

/**
 * Erases a citizen: every plugin puts neutral values in the place of theirs, or deletes its rows. Those that require others go
 * first, so that nothing refers to what is deleted. What is counted in statistics stays. A plugin that listens says `erases` in its
 * manifest: nobody is erased while it is off.
 */
export const erasureHook = hook<Erasure>('kernel.erasure', { order: 'dependents' });

/** What was erased, or what stands in the way. */
export interface ErasureReport {
  /** The entry of the journal. */
  readonly id: string;
  /** By the key of the text. */
  readonly counts: Readonly<Record<string, number>>;
  readonly obstacles: readonly ErasureObstacle[];
  /** Plugins that keep data of citizens and are off. */
  readonly missing: readonly string[];
}
