import { hook } from './hook.ts';

/** Things of the audit log that concern a person, and when they did. */
export interface RelatedSubjects {
  /** The subject of the entries, such as `application`. */
  readonly type: string;
  readonly id: number;
  /** Entries from this moment on, and until that one, both included; all of them, where there is none. */
  readonly since?: string | null;
  readonly until?: string | null;
}

/** Asks which things of the audit log carry the data of a citizen, or did. */
export interface RelatedSubjectsQuery {
  /** The things that are known by now: the citizen, a `user`, and what was added before. */
  readonly known: readonly RelatedSubjects[];
  /** The JSHSHIR that are known by now. */
  readonly personalNumbers: readonly string[];
  add(subjects: readonly RelatedSubjects[]): void;
  addPersonalNumber(number: string): void;
}

/** Called again and again until nobody adds anything: what one plugin adds may be what another one goes by. */
export const relatedSubjectsHook = hook<RelatedSubjectsQuery>('kernel.related_subjects');

/** Where a thing of the audit log is shown, and what it is called there. */
export interface SubjectPage {
  readonly path: string;
  readonly title?: string;
}

/** Asks where some things of the audit log are shown. Those that are there no more are left out. */
export interface SubjectPagesQuery {
  /** The ids of the things of a type. */
  idsOf(type: string): readonly number[];
  add(type: string, id: number, page: SubjectPage): void;
}

/** Every plugin names the pages of its things. */
export const subjectPagesHook = hook<SubjectPagesQuery>('kernel.subject_pages');
