import { useState, useEffect, useRef } from 'react';
import { padId } from '#kernel/domain/text/person-names.ts';
import type { Lang, Theme } from '../../shared/messages.ts';
import type { Api } from '../model/api.ts';
import type { Apply } from '../model/apply.ts';
import type { ApplyState } from '../model/state.ts';
import { failureText, FormView } from './form-view.tsx';
import { LetterView } from './letter-view.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { StatusView, type Known } from './status-view.tsx';
import { textsIn, type ApplyTexts } from './texts.ts';
import { formatText } from '../../shared/format-text.ts';

export interface ApplyPanelProps {
  readonly apply: Apply;
  readonly state: ApplyState;
  readonly api: Api;
  readonly lang: Lang;
  readonly theme: Theme;
  readonly online: boolean;
  /** Called when another step is shown, whose top should be scrolled into view. */
  readonly onStep: () => void;
}

const nothingKnown: Known = { number: '', code: '' };
const views = ['form', 'status', 'letter'] as const;

/** The panel: a new application, or the status of one. */
export function ApplyPanel({ apply, state, api, lang, theme, online, onStep }: ApplyPanelProps) {
  const texts = textsIn(lang);
  const [view, setView] = useState<(typeof views)[number]>('form');
  const [known, setKnown] = useState(nothingKnown);
  const announcement = useAnnouncement(state, online, texts);
  const props = { apply, state, texts, lang };
  const { receipt } = state.draft;

  function showStatus(): void {
    if (receipt) setKnown({ number: padId(receipt.number), code: receipt.code });
    setView('status');
    onStep();
  }

  return (
    <main className="ka" data-theme={theme} aria-busy={state.loading === 'form'}>
      <h1>{texts.title}</h1>
      <nav aria-label={texts.title}>
        {views
          .filter((one) => one !== 'letter' || state.form?.letters)
          .map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === view ? 'page' : undefined}
              onClick={() => setView(one)}
            >
              {texts.views[one]}
            </button>
          ))}
      </nav>
      {online ? null : <p className="ka-failure">{texts.offline}</p>}
      {view === 'status' ? (
        <StatusView api={api} texts={texts} known={known} />
      ) : view === 'letter' ? (
        <LetterView api={api} texts={texts} />
      ) : receipt ? (
        <ReceiptView {...props} receipt={receipt} onStatus={showStatus} onShown={onStep} />
      ) : state.loading === 'ready' ? (
        <FormView {...props} api={api} online={online} onStep={onStep} />
      ) : (
        <Loading {...props} />
      )}
      <output className="ka-sr" aria-live="polite">
        {announcement}
      </output>
    </main>
  );
}

function Loading({
  apply,
  state,
  texts,
}: Pick<ApplyPanelProps, 'apply' | 'state'> & { texts: ReturnType<typeof textsIn> }) {
  if (state.loading === 'form') return <output>{texts.load.loading}</output>;
  const { failure } = state;
  return (
    <div role="alert">
      <p className="ka-failure">
        {failure && 'text' in failure ? failureText(failure, texts) : texts.load.failed}
      </p>
      <button type="button" onClick={() => void apply.load()}>
        {texts.load.retry}
      </button>
    </div>
  );
}

/**
 * Returns the announcement for screen readers, other than alerts: a sent file, a sent code, a lost or
 * restored connection.
 */
function useAnnouncement(state: ApplyState, online: boolean, texts: ApplyTexts): string {
  const [announcement, announce] = useState('');
  const before = useRef({ state, online });
  useEffect(() => {
    const then = before.current;
    before.current = { state, online };
    const known = new Set(then.state.draft.files.map(({ id }) => id));
    const sent = state.draft.files.filter(({ id }) => !known.has(id));
    if (sent.length > 0)
      announce(formatText(texts.files.sentOf, { name: sent.map(({ name }) => name).join(', ') }));
    if (state.codeSent && !then.state.codeSent) announce(texts.phone.sent);
    if (state.draft.verifiedPhone !== null && then.state.draft.verifiedPhone === null)
      announce(texts.phone.done);
    if (state.draft.person !== null && then.state.draft.person === null) announce(texts.identity.done);
    if (state.busy === 'submit' && then.state.busy !== 'submit') announce(texts.submitting);
    if (online !== then.online) announce(online ? texts.online : texts.offline);
  }, [state, online, texts]);
  return announcement;
}
