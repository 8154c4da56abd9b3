import { useEffect, useRef, useState } from 'react';
import { formatText } from '../../shared/format-text.ts';
import type { Api } from '../model/api.ts';
import { steps } from '../model/draft.ts';
import type { Failure } from '../model/state.ts';
import { StepView } from './steps.tsx';
import type { ApplyTexts } from './texts.ts';
import type { ViewProps } from './view-props.ts';

interface FormViewProps extends ViewProps {
  readonly api: Api;
  readonly online: boolean;
  /** Called when another step is shown. */
  readonly onStep: () => void;
}

/** The form, step by step. */
export function FormView({ online, onStep, ...props }: FormViewProps) {
  const { apply, state, texts } = props;
  const { step } = state.draft;
  const root = useRef<HTMLDivElement>(null);
  const heading = useStepFocus(step, onStep);
  const problems = Object.keys(state.problems).length;
  const isSending = state.uploads.some(({ failed }) => failed === null);

  function next(): void {
    if (step === 'review') void apply.submit();
    else if (!apply.next()) focusFirstWrong(root.current);
  }

  return (
    <div ref={root} className="ka-form">
      <Progress {...props} />
      <h2 ref={heading} tabIndex={-1}>
        {texts.steps[step]}
      </h2>
      {step === 'review' ? null : <p className="ka-hint">{texts.required}</p>}
      <div role="alert">
        {problems > 0 ? (
          <p className="ka-wrong">{formatText(texts.invalidFields, { count: problems })}</p>
        ) : null}
      </div>
      <StepView {...props} onEnter={next} />
      {step === 'review' && isSending ? <p className="ka-note">{texts.files.waitForUploads}</p> : null}
      {/* Beside the pressed button, where the reader looks. */}
      <div role="alert">
        {state.failure ? <p className="ka-failure">{failureText(state.failure, texts)}</p> : null}
      </div>
      <div className="ka-buttons">
        {step === 'person' ? null : (
          <button
            type="button"
            disabled={state.busy !== null}
            onClick={() => apply.goTo(steps[steps.indexOf(step) - 1] ?? step)}
          >
            {texts.back}
          </button>
        )}
        <button
          type="button"
          className="ka-primary"
          disabled={step === 'review' && (state.busy !== null || isSending || !online)}
          onClick={next}
        >
          {step !== 'review' ? texts.next : state.busy === 'submit' ? texts.submitting : texts.submit}
        </button>
      </div>
      <DraftNote {...props} onCleared={() => heading.current?.focus({ preventScroll: true })} />
    </div>
  );
}

interface DraftNoteProps extends ViewProps {
  /** Called after the draft was deleted, and with it the buttons that had the focus. */
  readonly onCleared: () => void;
}

/** A note on where the draft is stored (in this tab, or longer if the citizen chose it), with a button to delete it. */
function DraftNote({ apply, state, texts, onCleared }: DraftNoteProps) {
  const { isConfirming, setConfirming, clearButton, cancelButton } = useClearing();
  const isEmpty =
    Object.values(state.draft.fields).every((text) => text === '') &&
    state.draft.files.length === 0 &&
    state.draft.person === null;
  if (isEmpty) return null;
  return (
    <div className="ka-hint ka-stored">
      <p>
        {state.draft.person ? texts.draft.person : texts.draft.note}{' '}
        {isConfirming ? null : (
          <button
            ref={clearButton}
            type="button"
            className="ka-link"
            disabled={state.busy !== null}
            onClick={() => setConfirming(true)}
          >
            {texts.clear}
          </button>
        )}
      </p>
      {isConfirming ? (
        <fieldset className="ka-clear" aria-label={texts.draft.clearText}>
          <p className="ka-note">{texts.draft.clearText}</p>
          <div className="ka-buttons">
            <button ref={cancelButton} type="button" onClick={() => setConfirming(false)}>
              {texts.draft.clearCancel}
            </button>
            <button
              type="button"
              disabled={state.busy !== null}
              onClick={() => {
                apply.restart();
                onCleared();
              }}
            >
              {texts.clear}
            </button>
          </div>
        </fieldset>
      ) : null}
      {state.draft.person ? null : (
        <label className="ka-check">
          <input
            type="checkbox"
            checked={state.draft.keeps}
            onChange={({ target }) => apply.keep(target.checked)}
          />
          <span>{texts.draft.keep}</span>
        </label>
      )}
    </div>
  );
}

/** Whether the citizen is asked before the draft is deleted; the focus moves to the question, and back. */
function useClearing() {
  const [isConfirming, setConfirming] = useState(false);
  const clearButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const shown = useRef(isConfirming);
  useEffect(() => {
    if (shown.current === isConfirming) return;
    shown.current = isConfirming;
    (isConfirming ? cancelButton : clearButton).current?.focus();
  }, [isConfirming]);
  return { isConfirming, setConfirming, clearButton, cancelButton };
}

function Progress({ state, texts }: ViewProps) {
  const at = steps.indexOf(state.draft.step);
  return (
    <div className="ka-progress">
      <p>{formatText(texts.stepOf, { step: at + 1, total: steps.length })}</p>
      <ol aria-hidden="true">
        {steps.map((step, index) => (
          <li key={step} data-done={index <= at ? true : undefined} />
        ))}
      </ol>
    </div>
  );
}

/** Focuses the heading of a new step, so that it is announced and Tab leads to its first field. */
function useStepFocus(step: string, onStep: () => void) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    onStep();
  }, [step, onStep]);
  return heading;
}

function focusFirstWrong(root: HTMLElement | null): void {
  // Rendered by the next task.
  setTimeout(() => root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** The text of a failure. */
export function failureText(failure: Failure, texts: ApplyTexts): string {
  return 'text' in failure ? failure.text : texts.failures[failure.own];
}
