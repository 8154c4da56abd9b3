import { hook } from './hook.ts';

/** Subjects of the audit log that concern a citizen, and during which time. */
export interface RelatedSubjects {
  /** The subject of the entries, such as `application`. */
  readonly type: string;
  readonly id: number;
  /** The first and last time of the entries, inclusive; without them, all entries. */
  readonly since?: string | null;
  readonly until?: string | null;
}

/** Asks which subjects of the audit log contain, or contained, data of a citizen. */
export interface RelatedSubjectsQuery {
  /** The subjects known so far: the citizen (`user`), and those added before. */
  readonly known: readonly RelatedSubjects[];
  /** The JSHSHIR known so far. */
  readonly personalNumbers: readonly string[];
  add(subjects: readonly RelatedSubjects[]): void;
  addPersonalNumber(number: string): void;
}

/** Called until no plugin adds anything, since one plugin's records may lead to those of another. */
export const relatedSubjectsHook = hook<RelatedSubjectsQuery>('kernel.related_subjects');

/** The page of a subject of the audit log, and its name there. */
export interface SubjectPage {
  readonly path: string;
  readonly title?: string;
}

/** Asks for the pages of some subjects of the audit log; deleted ones are left out. */
export interface SubjectPagesQuery {
  /** The ids of the subjects of a type. */
  idsOf(type: string): readonly number[];
  add(type: string, id: number, page: SubjectPage): void;
}

/** Asks every plugin for the pages of its subjects. */
export const subjectPagesHook = hook<SubjectPagesQuery>('kernel.subject_pages');
