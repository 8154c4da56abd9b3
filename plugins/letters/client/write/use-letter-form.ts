import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  confirm,
  type DraftHandle,
  focusFirstWrong,
  readStored,
  type RequestError,
  send,
  toast,
  toastError,
  toRequestError,
  translate,
  useDraft,
  useIsUnmounted,
  useLanguage,
  useNavigateIfCurrent,
  writeStored,
} from '#kernel/plugin-api/client.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import {
  type Letter,
  type LetterDetail,
  type LetterDraft,
  type LetterInput,
  letterBodySchema,
} from '../../contract.ts';
import { useLetterPages } from '../letter/use-pages.ts';
import {
  blankLetter,
  inputOf,
  isEdited,
  type LetterDraftValues,
  type LetterProblem,
  fingerprintOf,
  problemsOf,
} from './letter-draft.ts';

/** The id of the form, for the buttons in the page's header. */
export const formId = 'letter';

const signatoryKey = 'letters.signatory';

/** The task that a letter form is performing. */
type Work = 'filling' | 'previewing' | 'issuing';

/** The letter being written: saved as a draft from the first change on. */
function useLetterValues(applicationId: number, replaced: LetterDetail | null) {
  const { language } = useLanguage();
  const draft = useDraft<LetterDraftValues | null>(
    // Belongs to the application: deleted together with the applicant's data.
    `applications.letter.${applicationId}.${replaced?.id ?? 'new'}`,
    null,
  );
  const [begun] = useState(() => (replaced ? valuesOf(replaced) : blankLetter(language, lastSignatory())));
  const restored = draft.value && letterBodySchema.safeParse(draft.value.body).success ? draft.value : null;
  const values = restored ?? begun;
  return {
    draft,
    values,
    isRestored: restored !== null,
    change: (part: Partial<LetterDraftValues>) => draft.setValue((now) => ({ ...(now ?? values), ...part })),
  };
}

/** Runs one task at a time; returns the running one, and the error of the last one. */
function useWork() {
  const isUnmounted = useIsUnmounted();
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState<Work | null>(null);
  async function work(kind: Work, act: () => Promise<void>): Promise<void> {
    setBusy(kind);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      if (isUnmounted()) toastError(error);
      else setFailure(toRequestError(error));
    }
    setBusy(null);
  }
  return { busy, failure, work };
}

interface TemplateOptions {
  readonly values: LetterDraftValues;
  readonly change: (part: Partial<LetterDraftValues>) => void;
  readonly work: ReturnType<typeof useWork>['work'];
}

/** Fills in a letter from a template: the last choice wins, and text written while it loads is not replaced silently. */
function useTemplate(applicationId: number, { values, change, work }: TemplateOptions) {
  const latest = useRef(values);
  useLayoutEffect(() => {
    latest.current = values;
  }, [values]);
  const choices = useRef(0);

  return async (templateId: number | null, to: Language): Promise<void> => {
    if (isEdited(values) && !(await mayReplace())) return;
    const choice = ++choices.current;
    const before = fingerprintOf(latest.current);
    await work('filling', async () => {
      const filled = await readFilled(applicationId, templateId, to);
      if (choice !== choices.current) return;
      if (fingerprintOf(latest.current) !== before && !(await mayReplace())) return;
      change(filled);
    });
  };
}

/** The letter form: its draft, the templates that fill it in, its preview, and issuing it. */
export function useLetterForm(applicationId: number, replaced: LetterDetail | null) {
  const toApplication = useNavigateIfCurrent(`/applications/${applicationId}/timeline`);
  const { draft, values, isRestored, change } = useLetterValues(applicationId, replaced);
  const [shown, setShown] = useState(false);
  const { busy, failure, work } = useWork();
  const pages = useLetterPages();
  const fill = useTemplate(applicationId, { values, change, work });
  const problems = shown ? problemsOf(values) : [];

  /** Returns the input to send; null if something is missing, which the form then shows. */
  function wholeInput(): LetterInput | null {
    setShown(true);
    const { signatoryId } = values;
    if (signatoryId !== null && problemsOf(values).length === 0) {
      return inputOf({ ...values, signatoryId }, applicationId, replaced ? Number(replaced.id) : null);
    }
    focusFirstWrong(document.querySelector<HTMLElement>(`#${formId}`));
    return null;
  }

  async function preview(): Promise<void> {
    const input = wholeInput();
    if (!input || busy) return;
    const { template_id: _template, template_version: _version, replaces_id: _replaced, ...sheet } = input;
    await work('previewing', () => pages.preview(sheet));
  }

  async function issue(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = wholeInput();
    if (!input || busy || !(await isSure())) return;
    await work('issuing', async () => {
      await sendLetter(input, draft);
      toApplication();
    });
  }

  return {
    values,
    busy,
    failure,
    isMissing: (problem: LetterProblem) => problems.includes(problem),
    isRestored,
    change,
    chooseTemplate: (id: number | null) => fill(id, values.language),
    /** The text of the same template in the other language; a text without a template stays. */
    chooseLanguage: (to: Language) =>
      values.templateId === null ? change({ language: to }) : void fill(values.templateId, to),
    startOver: () => void draft.clear(),
    preview,
    issue,
  };
}

/** Asks before a letter is issued, since its number cannot be released. */
function isSure(): Promise<boolean> {
  return confirm({
    title: translate('letters:write.confirmTitle'),
    text: translate('letters:write.confirmText'),
    confirmLabel: translate('letters:write.issue'),
  });
}

/** Asks before an edited text is replaced by a template's. */
function mayReplace(): Promise<boolean> {
  return confirm({
    title: translate('letters:write.replaceTitle'),
    text: translate('letters:write.replaceText'),
    confirmLabel: translate('letters:write.replace'),
    danger: true,
  });
}

/** The text of a template for an application; an empty one without a template. */
async function readFilled(applicationId: number, templateId: number | null, language: Language) {
  const body = { application_id: applicationId, template_id: templateId, language };
  const draft = await send<LetterDraft>('POST', 'letters/drafts', body);
  const { subject, body: text, template_version: templateVersion } = draft;
  return { subject, body: text, templateId, templateVersion, language, filled: fingerprintOf(draft) };
}

/** Issues a letter, and deletes its draft. */
async function sendLetter(input: LetterInput, draft: DraftHandle<LetterDraftValues | null>): Promise<void> {
  const { idempotencyKey } = draft;
  try {
    const { number } = await send<Letter>('POST', 'letters', input, { idempotencyKey });
    toast.success(translate('letters:write.issued', { number }));
  } catch (error) {
    if (toRequestError(error).code === 'repeated_differently') draft.renewKey();
    throw error;
  }
  writeStored(signatoryKey, String(input.signatory_id));
  await draft.clear();
}

/** A correction starts with the text of the letter that it corrects. */
function valuesOf(letter: LetterDetail): LetterDraftValues {
  const { subject, body } = letter;
  return {
    language: letter.language,
    templateId: letter.template_id === null ? null : Number(letter.template_id),
    templateVersion: letter.template_version,
    subject,
    body,
    signatoryId: Number(letter.signatory.id),
    filled: fingerprintOf({ subject, body }),
  };
}

/** Returns the signatory of the last letter written in this browser. */
function lastSignatory(): number | null {
  return Number(readStored(signatoryKey)) || null;
}
