import { useEffect } from 'react';
import { formatText } from '../../shared/format-text.ts';
import type { Api } from '../model/api.ts';
import type { ShownPerson } from '../model/draft.ts';
import type { ApplyTexts } from './texts.ts';
import type { ViewProps } from './view-props.ts';

/** The interval in milliseconds at which the form checks for the result; it also checks when its page becomes visible. */
const checkMs = 5000;

interface IdentityProps extends ViewProps {
  readonly api: Api;
}

/** Identification by OneID: the link, the wait for the window, and the identified person, who cannot be edited. */
export function IdentitySection(props: IdentityProps) {
  const { apply, state, texts } = props;
  const { identity, person } = state.draft;
  const isWaiting = identity !== null && identity.openedAt !== null;
  useChecks(apply.identity.check, isWaiting);
  const isOffered = state.form?.verifications.includes('one_id') ?? false;
  const isMissing = isOffered && person === null;
  useEffect(() => {
    if (isMissing) void apply.identity.prepare();
  }, [apply, isMissing]);
  if (person) return <PersonView {...props} person={person} />;
  if (!isOffered) return null;
  const { identityProblem } = state;
  return (
    <section className="ka-part ka-phone">
      <h3>{texts.identity.title}</h3>
      <p className="ka-hint">{texts.identity.hint}</p>
      <div role="alert">
        {identityProblem === null ? null : (
          <p className="ka-failure">{texts.identity.problems[identityProblem]}</p>
        )}
      </div>
      {isWaiting ? <p className="ka-note">{texts.identity.waiting}</p> : null}
      <Window {...props} isWaiting={isWaiting} />
    </section>
  );
}

/** A link instead of a script opens the window, so that no browser blocks it; without a reference to this page. */
function Window({ api, apply, state, texts, lang, isWaiting }: IdentityProps & { isWaiting: boolean }) {
  const { identity } = state.draft;
  if (!identity) {
    return (
      <button
        type="button"
        disabled={state.identityProblem === null}
        onClick={() => void apply.identity.prepare()}
      >
        {state.identityProblem === null ? texts.load.loading : texts.load.retry}
      </button>
    );
  }
  return (
    <div className="ka-buttons">
      <a
        className="ka-button"
        href={api.addressOf(`${identity.path}&language=${lang}`)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={apply.identity.opened}
      >
        {isWaiting ? texts.identity.openAgain : texts.identity.open}
      </a>
      {isWaiting ? (
        <button type="button" onClick={apply.identity.cancel}>
          {texts.identity.fillManually}
        </button>
      ) : null}
    </div>
  );
}

function PersonView({ apply, state, texts, person }: IdentityProps & { readonly person: ShownPerson }) {
  return (
    <section className="ka-part ka-phone">
      <p className="ka-note ka-good">{texts.identity.done}</p>
      <PersonFacts person={person} texts={texts} />
      <button type="button" disabled={state.busy !== null} onClick={() => void apply.removePerson()}>
        {texts.identity.notMe}
      </button>
    </section>
  );
}

/** The data of an identified person that the form receives. */
export function PersonFacts({ person, texts }: { readonly person: ShownPerson; readonly texts: ApplyTexts }) {
  const { last_name, first_name, father_name, birth_year, personal_number, passport } = person;
  const facts = [
    [texts.fields.last_name, last_name],
    [texts.fields.first_name, first_name],
    [texts.fields.father_name, father_name],
    [texts.identity.born, formatText(texts.identity.year, { year: birth_year })],
    [texts.fields.personal_number, personal_number],
    [texts.fields.passport, passport],
  ] as const;
  return (
    <dl>
      {facts
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

/**
 * Checks periodically while a window is open and this page is visible, and immediately when it becomes
 * visible.
 */
function useChecks(check: () => Promise<void>, isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    const checkIfSeen = () => void (document.visibilityState === 'visible' ? check() : undefined);
    const timer = setInterval(checkIfSeen, checkMs);
    addEventListener('focus', checkIfSeen);
    document.addEventListener('visibilitychange', checkIfSeen);
    checkIfSeen();
    return () => {
      clearInterval(timer);
      removeEventListener('focus', checkIfSeen);
      document.removeEventListener('visibilitychange', checkIfSeen);
    };
  }, [check, isWaiting]);
}
