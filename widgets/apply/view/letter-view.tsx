import { useEffect, useRef, useState } from 'react';
import { formatLocalDate } from '#kernel/domain/text/local-dates.ts';
import { formatText } from '../../shared/format-text.ts';
import { CallError, type Api, type LetterCheck } from '../model/api.ts';
import { TextField } from './text-field.tsx';
import type { ApplyTexts } from './texts.ts';

interface LetterViewProps {
  readonly api: Api;
  readonly texts: ApplyTexts;
}

/** Verifies a letter by the link or the code in its QR code; shows nothing about its receiver. */
export function LetterView({ api, texts }: LetterViewProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<LetterCheck | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  async function check(): Promise<void> {
    if (text.trim() === '' || isLoading) return;
    setLoading(true);
    setFailure(null);
    setFound(null);
    try {
      setFound(await api.checkLetter(codeOf(text)));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.text ?? texts.failures.noResponse);
    } finally {
      setLoading(false);
    }
  }
  return (
    <div className="ka-form">
      <h2>{texts.views.letter}</h2>
      <TextField
        label={texts.letter.code}
        hint={texts.letter.hint}
        value={text}
        maxLength={500}
        onChange={setText}
        onEnter={() => void check()}
      />
      <div role="alert">{failure === null ? null : <p className="ka-failure">{failure}</p>}</div>
      <div className="ka-buttons">
        <button
          type="button"
          className="ka-primary"
          disabled={text.trim() === '' || isLoading}
          onClick={() => void check()}
        >
          {isLoading ? texts.status.loading : texts.letter.check}
        </button>
      </div>
      {found ? <Verdict found={found} texts={texts} /> : null}
    </div>
  );
}

function Verdict({ found, texts }: { readonly found: LetterCheck; readonly texts: ApplyTexts }) {
  const { status, number, issued_on, office, replaced_by } = found;
  const kind = status ?? 'unknown';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const facts = [
    [texts.letter.number, number],
    [texts.letter.date, issued_on && formatLocalDate(`${issued_on}T00:00:00`)],
    [texts.letter.office, status === null ? null : office],
  ] as const;
  return (
    <section className="ka-application">
      <h3 ref={heading} tabIndex={-1}>
        {texts.letter.verdicts[kind]}
      </h3>
      <p className={kind === 'issued' ? 'ka-note ka-good' : 'ka-failure'}>
        {formatText(texts.letter.notes[kind], { number: replaced_by ?? '' })}
      </p>
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
    </section>
  );
}

/** The code in a text: the last path segment of a link, or the text itself. */
export function codeOf(text: string): string {
  const [bare = ''] = text.trim().split(/[?#]/);
  return bare.replace(/\/+$/, '').split('/').at(-1)?.slice(0, 100) ?? '';
}
