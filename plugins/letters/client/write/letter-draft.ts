import type { Language } from '#kernel/domain/text/languages.ts';
import { hasVisibleText } from '#kernel/domain/text/index.ts';
import { hasText, type LetterBody, type LetterInput } from '../../contract.ts';
import { emptyBody } from '../editor/body.ts';

/** A letter being written. */
export interface LetterDraftValues {
  readonly language: Language;
  readonly templateId: number | null;
  /** The template version that filled in the text; absent from drafts of earlier versions of this page. */
  readonly templateVersion?: number | null;
  readonly subject: string;
  readonly body: LetterBody;
  readonly signatoryId: number | null;
  /** The text as filled in from the template, for detecting edits. */
  readonly filled: string;
}

/** An empty letter. */
export function blankLetter(language: Language, signatoryId: number | null): LetterDraftValues {
  return { language, templateId: null, subject: '', body: emptyBody, signatoryId, filled: '' };
}

/** Returns a fingerprint of the text, by which edits are detected. */
export function fingerprintOf({ subject, body }: Pick<LetterDraftValues, 'subject' | 'body'>): string {
  return JSON.stringify([subject, body]);
}

/** Whether choosing another template would lose edits. */
export function isEdited(values: LetterDraftValues): boolean {
  const isBlank = values.subject === '' && !hasText(values.body);
  return !isBlank && fingerprintOf(values) !== values.filled;
}

/** A part that is still missing for a letter to be issued. */
export type LetterProblem = 'subject' | 'body' | 'signatory';

/** Returns the missing parts, in the order of the page. */
export function problemsOf(values: LetterDraftValues): readonly LetterProblem[] {
  return [
    ...(values.signatoryId === null ? (['signatory'] as const) : []),
    ...(hasVisibleText(values.subject) ? [] : (['subject'] as const)),
    ...(hasText(values.body) ? [] : (['body'] as const)),
  ];
}

/** The body of the call that issues a letter. */
export function inputOf(
  values: LetterDraftValues & { readonly signatoryId: number },
  applicationId: number,
  replacesId: number | null,
): LetterInput {
  return {
    application_id: applicationId,
    language: values.language,
    subject: values.subject.trim(),
    body: values.body,
    signatory_id: values.signatoryId,
    template_id: values.templateId,
    template_version: values.templateVersion ?? null,
    replaces_id: replacesId,
  };
}
