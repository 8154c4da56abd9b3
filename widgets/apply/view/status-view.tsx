import { useEffect, useRef, useState } from 'react';
import { formatLocalDate } from '#kernel/domain/text/local-dates.ts';
import { padId } from '#kernel/domain/text/person-names.ts';
import { formatText } from '../../shared/format-text.ts';
import { CallError, type Api, type StatusResponse } from '../model/api.ts';
import { TextField } from './text-field.tsx';
import type { ApplyTexts } from './texts.ts';

/** The number and the code of an application. */
export interface Known {
  readonly number: string;
  readonly code: string;
}

interface StatusViewProps {
  readonly api: Api;
  readonly texts: ApplyTexts;
  /** The number and code, with which the status is read immediately. */
  readonly known: Known;
}

/** The status of an application, by its number and secret code. */
export function StatusView({ api, texts, known }: StatusViewProps) {
  const [given, setGiven] = useState(known);
  const { found, shownAt, failure, isLoading, show } = useStatus(api, texts);
  const both = given.number.trim() !== '' && given.code.trim() !== '';
  const read = () => void (both ? show(given) : undefined);
  useEffect(() => {
    if (known.code !== '') void show(known);
    // Only once, with the receipt's values.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <div className="ka-form">
      <h2>{texts.views.status}</h2>
      <TextField
        label={texts.status.number}
        value={given.number}
        digits
        onChange={(number) => setGiven({ ...given, number })}
        onEnter={read}
      />
      <TextField
        label={texts.status.code}
        value={given.code}
        onChange={(code) => setGiven({ ...given, code })}
        onEnter={read}
      />
      <div role="alert">{failure === null ? null : <p className="ka-failure">{failure}</p>}</div>
      <div className="ka-buttons">
        <button type="button" className="ka-primary" disabled={!both || isLoading} onClick={read}>
          {isLoading ? texts.status.loading : found ? texts.status.refresh : texts.status.show}
        </button>
      </div>
      {found ? <StatusDetails key={shownAt} found={found} api={api} texts={texts} /> : null}
    </div>
  );
}

function useStatus(api: Api, texts: ApplyTexts) {
  const [found, setFound] = useState<StatusResponse | null>(null);
  const [shownAt, setShownAt] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const requests = useRef(0);
  async function show({ number, code }: Known): Promise<void> {
    const request = ++requests.current;
    setLoading(true);
    setFailure(null);
    const { response, problem } = await read(number, code);
    // A late response must not replace that for another number.
    if (request !== requests.current) return;
    // On failure, no result for another number remains beside it.
    setFound(response);
    if (response) setShownAt(request);
    setFailure(problem);
    setLoading(false);
  }
  async function read(number: string, code: string) {
    try {
      return { response: await api.readStatus(number, code), problem: null };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { response: null, problem: error.text ?? texts.failures.noResponse };
    }
  }
  return { found, shownAt, failure, isLoading, show };
}

interface StatusDetailsProps {
  readonly found: StatusResponse;
  readonly api: Api;
  readonly texts: ApplyTexts;
}

function StatusDetails({ found, api, texts }: StatusDetailsProps) {
  const { number, status, created_at, cancel_time, late, verified, asks, letters } = found;
  const heading = useRef<HTMLHeadingElement>(null);
  // Only once: a refresh replaces this component.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const deadline = late ? texts.status.late : texts.status.deadline;
  return (
    <section className="ka-application">
      <h3 ref={heading} tabIndex={-1}>
        {formatText(texts.status.title, { number: padId(number) })}
      </h3>
      <p className="ka-state" data-status={status}>
        {(texts.status.values as Readonly<Record<string, string>>)[status] ?? status}
      </p>
      <p>{formatText(texts.status.created, { date: formatLocalDate(created_at) })}</p>
      {cancel_time === null ? null : <p>{formatText(deadline, { date: formatLocalDate(cancel_time) })}</p>}
      <p>{verified ? texts.status.verified : texts.status.unverified}</p>
      <h4>{texts.status.requests}</h4>
      {asks.length === 0 ? <p>{texts.status.noRequests}</p> : null}
      <ul>
        {asks.map(({ text, created_at: at }) => (
          <li key={`${at} ${text}`}>
            {formatLocalDate(at)}: {text}
          </li>
        ))}
      </ul>
      {letters.length === 0 ? null : (
        <>
          <h4>{texts.status.letters}</h4>
          <ul>
            {letters.map(({ id, title, date, path }) => (
              <li key={id}>
                <a href={api.addressOf(path)} target="_blank" rel="noopener noreferrer">
                  {formatText(texts.status.letter, { title, date: formatLocalDate(date) })}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
