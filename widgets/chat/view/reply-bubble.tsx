import { useId } from 'react';
import type { Contact, Reply, Source } from '../model/conversation.ts';
import { DestinationLink, MessageTime, Suggestions, type Destination, type Route } from './message-parts.tsx';
import { BotIcon, GoIcon, LinkIcon } from './icons.ts';
import { RichText } from './rich-text.tsx';
import { formatText, type ChatTexts } from './texts.ts';

interface ReplyBubbleProps {
  readonly reply: Reply;
  /** Whether it is the last reply, which offers further questions. */
  readonly last: boolean;
  readonly pending: boolean;
  readonly now: number;
  readonly texts: ChatTexts;
  readonly route: Route;
  readonly onAsk: (question: string) => void;
}

/** A reply of the assistant, its sources, and links to pages. */
export function ReplyBubble(props: ReplyBubbleProps) {
  const { reply, last, pending, now, texts, route, onAsk } = props;
  const id = useId();
  const destination = reply.redirect === null ? null : route(reply.redirect);
  return (
    <li className="kc-message kc-theirs" data-state={reply.state}>
      <BotIcon className="kc-avatar" size={18} aria-hidden="true" />
      <div className="kc-bubble" aria-busy={reply.state === 'coming'}>
        <span className="kc-sr">{texts.bot}: </span>
        <RichText
          text={reply.text}
          renderSource={(number) => <SourceSign number={number} sources={reply.sources} texts={texts} />}
        />
        {reply.state === 'stopped' ? <p className="kc-aside">{texts.stopped}</p> : null}
        {destination ? <GoButton to={destination} texts={texts} /> : null}
        {reply.contact ? <ContactCard contact={reply.contact} texts={texts} /> : null}
        <Sources sources={reply.sources} id={id} texts={texts} route={route} />
        {reply.generated ? <p className="kc-aside">{texts.generated}</p> : null}
        {reply.state === 'coming' ? null : <MessageTime at={reply.at} now={now} />}
      </div>
      {last && reply.suggestions.length > 0 ? (
        <Suggestions
          label={texts.relatedQuestions}
          questions={reply.suggestions}
          disabled={pending}
          onAsk={onAsk}
        />
      ) : null}
    </li>
  );
}

function GoButton({ to, texts }: { readonly to: Destination; readonly texts: ChatTexts }) {
  return (
    <p className="kc-go">
      <DestinationLink to={to} className="kc-button kc-main" newWindow={texts.newWindow}>
        {to.newWindow
          ? texts.openInKomak
          : to.label === null
            ? texts.openPage
            : formatText(texts.openPageOf, { page: to.label })}
        {to.newWindow ? <LinkIcon size={15} aria-hidden="true" /> : <GoIcon size={15} aria-hidden="true" />}
      </DestinationLink>
    </p>
  );
}

interface SourcesProps {
  readonly sources: readonly Source[];
  readonly id: string;
  readonly texts: ChatTexts;
}

function SourceSign({ number, sources, texts }: Omit<SourcesProps, 'id'> & { readonly number: number }) {
  const source = sources[number - 1];
  if (!source) return `[${number}]`;
  return (
    <sup title={source.title}>
      <span aria-hidden="true">{number}</span>
      <span className="kc-sr"> {formatText(texts.source, { number, title: source.title })}</span>
    </sup>
  );
}

function Sources({ sources, id, texts, route }: SourcesProps & { readonly route: Route }) {
  if (sources.length === 0) return null;
  return (
    <div className="kc-sources">
      <h3>{texts.sources}</h3>
      <ol>
        {sources.map(({ title, path }, index) => {
          const to = path === null ? null : route(path);
          return (
            <li key={index} id={`${id}-${index + 1}`}>
              {to ? (
                <DestinationLink to={to} className="kc-link" newWindow={texts.newWindow}>
                  {title}
                </DestinationLink>
              ) : (
                title
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function ContactCard({ contact, texts }: { readonly contact: Contact; readonly texts: ChatTexts }) {
  const { name, phone, address, hours } = contact;
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return (
    <div className="kc-contact">
      <h3>{texts.contact}</h3>
      {name === '' ? null : <p>{name}</p>}
      {phone === '' ? null : (
        <p>
          <a className="kc-link" href={`tel:${digits}`}>
            {phone}
          </a>
        </p>
      )}
      {[address, hours]
        .filter((line) => line !== '')
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </div>
  );
}
