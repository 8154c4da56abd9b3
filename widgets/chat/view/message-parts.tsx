import { useId, type MouseEvent, type ReactNode } from 'react';
import { formatLocalDate, formatLocalTime } from '#kernel/domain/text/local-dates.ts';

/** The time of a message, with the date if it was not today. */
export function MessageTime({ at, now }: { readonly at: number; readonly now: number }) {
  const date = new Date(at);
  const time = formatLocalTime(at);
  const sameDay = date.toDateString() === new Date(now).toDateString();
  return (
    <time className="kc-time" dateTime={date.toISOString()}>
      {sameDay ? time : `${formatLocalDate(at)} ${time}`}
    </time>
  );
}

interface SuggestionsProps {
  readonly label: string;
  readonly questions: readonly string[];
  readonly disabled: boolean;
  readonly onAsk: (question: string) => void;
}

/** Questions that a click sends. */
export function Suggestions({ label, questions, disabled, onAsk }: SuggestionsProps) {
  const id = useId();
  if (questions.length === 0) return null;
  return (
    <div className="kc-suggestions">
      <p id={id}>{label}</p>
      <ul aria-labelledby={id}>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" className="kc-chip" disabled={disabled} onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A link from the panel to a page of the product. */
export interface Destination {
  readonly href: string;
  /** The title of the page, if known. */
  readonly label: string | null;
  /** Whether a new window opens, as on other sites; in the product the page opens in place. */
  readonly newWindow: boolean;
  /** Opens the page without loading a document. */
  readonly onGo?: () => void;
}

/** Resolves a path; null if the user may not open the page. */
export type Route = (path: string) => Destination | null;

interface DestinationLinkProps {
  readonly to: Destination;
  readonly className: string;
  /** The text that tells screen readers that a new window opens. */
  readonly newWindow: string;
  readonly children: ReactNode;
}

/** A link that uses the product's router if there is one, and otherwise opens a new window. */
export function DestinationLink({ to, className, newWindow, children }: DestinationLinkProps) {
  function go(event: MouseEvent): void {
    // With a modifier key the browser opens the link itself.
    if (!to.onGo || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    to.onGo();
  }
  return (
    <a
      className={className}
      href={to.href}
      onClick={go}
      {...(to.newWindow ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
      {to.newWindow ? <span className="kc-sr"> ({newWindow})</span> : null}
    </a>
  );
}
