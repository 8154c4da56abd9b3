import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Dialog,
  DialogSearchLine,
  ellipsis,
  EmptyState,
  gql,
  media,
  ReadView,
  Skeleton,
  type TypedDocumentNode,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import type { Reply } from '../../contract.ts';

/** The quick replies, filled in for an application. */
const repliesDocument: TypedDocumentNode<{ readonly replies: readonly Reply[] }, { id: string }> = gql(`
  query QuickReplies($id: String!) {
    replies: quickReplies(id: $id) @rest(type: "[QuickReply]", path: "letters/replies?application_id={args.id}") {
      id name text
    }
  }`);

interface ReplyDialogProps {
  readonly applicationId: number;
  readonly finalFocus: () => HTMLElement | null;
  readonly onChoose: (text: string) => void;
  readonly onClose: () => void;
}

/** The quick replies as a palette: type, arrows, Enter. */
export function ReplyDialog({ applicationId, finalFocus, onChoose, onClose }: ReplyDialogProps) {
  const t = useText('letters');
  const input = useRef<HTMLInputElement>(null);
  const read = useRead(repliesDocument, {
    variables: { id: String(applicationId) },
    policy: 'network-only',
  });
  return (
    <Dialog
      open
      kind="palette"
      title={t('replies.title')}
      initialFocus={input}
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <Finder
        input={input}
        replies={read.data?.replies ?? []}
        onClose={onClose}
        onChoose={(reply) => {
          onClose();
          onChoose(reply.text);
        }}
      />
      {read.data ? null : (
        <Waiting>
          <ReadView read={read} failed={t('replies.failed')} skeleton={<Skeleton width="60%" />}>
            {() => null}
          </ReadView>
        </Waiting>
      )}
      {read.data?.replies.length === 0 ? (
        <EmptyState compact title={t('replies.none')} text={t('replies.noneText')} />
      ) : null}
    </Dialog>
  );
}

interface FinderProps {
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly replies: readonly Reply[];
  readonly onChoose: (reply: Reply) => void;
  readonly onClose: () => void;
}

function Finder({ input, replies, onChoose, onClose }: FinderProps) {
  const t = useText('letters');
  const kernel = useText();
  const listId = useId();
  const { query, search, found, active, activate, move } = useReplySearch(replies);
  const activeId = active && optionId(listId, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function handleKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (step === 0 && !isEnter) return;
    event.preventDefault();
    if (isEnter && active) onChoose(active);
    if (step !== 0) move(step);
  }

  return (
    <>
      <DialogSearchLine>
        <Search size={18} />
        <input
          ref={input}
          role="combobox"
          aria-label={t('replies.search')}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('replies.search')}
          value={query}
          onKeyDown={handleKey}
          onChange={(event) => search(event.target.value)}
        />
        <Leave>
          <Button variant="ghost" size="small" onClick={onClose}>
            {kernel('search.closeSearch')}
          </Button>
        </Leave>
      </DialogSearchLine>
      <ReplyList id={listId} replies={found} active={active} onActivate={activate} onChoose={onChoose} />
      {replies.length > 0 && found.length === 0 ? (
        <EmptyState compact title={t('replies.noneFound')} />
      ) : null}
    </>
  );
}

/** The replies that contain the query, and the active one. */
function useReplySearch(replies: readonly Reply[]) {
  const [query, setQuery] = useState('');
  const [caret, setCaret] = useState(0);
  const normalized = normalizeForSearch(query).trim();
  const found = replies.filter(({ name, text }) =>
    normalizeForSearch(`${name} ${text}`).includes(normalized),
  );
  const active = found[Math.min(caret, found.length - 1)];
  return {
    query,
    search(text: string): void {
      setQuery(text);
      setCaret(0);
    },
    found,
    active,
    activate: (reply: Reply) => setCaret(found.indexOf(reply)),
    move(step: 1 | -1): void {
      if (found.length === 0) return;
      const now = active ? found.indexOf(active) : 0;
      setCaret((now + step + found.length) % found.length);
    },
  };
}

interface ReplyListProps extends Pick<FinderProps, 'replies' | 'onChoose'> {
  readonly id: string;
  readonly active: Reply | undefined;
  readonly onActivate: (reply: Reply) => void;
}

function ReplyList({ id, replies, active, onActivate, onChoose }: ReplyListProps) {
  const t = useText('letters');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no native list of options shows a preview of each
    <List id={id} role="listbox" aria-label={t('replies.title')}>
      {replies.map((reply) => (
        // The input keeps the focus and handles the keys.
        <Choice
          key={reply.id}
          id={optionId(id, reply)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={reply === active}
          onPointerMove={() => onActivate(reply)}
          onClick={() => onChoose(reply)}
        >
          <strong>{reply.name}</strong>
          <Sample>{reply.text}</Sample>
        </Choice>
      ))}
    </List>
  );
}

function optionId(listId: string, { id }: Reply): string {
  return `${listId}-${id}`;
}

const Waiting = styled.div`
  padding: 16px;
`;

const Leave = styled.div`
  display: none;

  ${media.phone} {
    display: block;
  }
`;

const List = styled.div`
  max-height: min(52dvh, 460px);
  padding: 6px;
  overflow-y: auto;

  &:empty {
    display: none;
  }
`;

const Choice = styled.div`
  display: grid;
  gap: 2px;
  padding: 8px 10px;
  border-radius: var(--r1);
  cursor: pointer;

  &[aria-selected='true'] {
    background: var(--hover);
    box-shadow: inset 2px 0 0 var(--accent);
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

const Sample = styled.span`
  color: var(--text-2);
  font-size: 13px;
  ${ellipsis}
`;
