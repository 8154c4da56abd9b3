import { hook } from './hook.ts';

/** Subjects of the audit log that concern a citizen, and for which period. */
export interface RelatedSubjects {
  /** The subject of the entries, such as `application`. */
  readonly type: string;
  readonly id: number;
  /** The first and last time of the entries, inclusive; absent or null: no limit. */
  readonly since?: string | null;
  readonly until?: string | null;
}

/** Collects the subjects of the audit log that contain, or contained, data of a citizen. */
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

/** The page of a subject of the audit log, and the name to show. */
export interface SubjectPage {
  readonly path: string;
  readonly title?: string;
}

/** Collects the pages of subjects of the audit log; deleted subjects are left out. */
export interface SubjectPagesQuery {
  /** The ids of the subjects of a type. */
  idsOf(type: string): readonly number[];
  add(type: string, id: number, page: SubjectPage): void;
}

/** Collects the pages of subjects from every plugin. */
export const subjectPagesHook = hook<SubjectPagesQuery>('kernel.subject_pages');
