import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { useAdmin, useText } from '../index.ts';
import { Button, Dialog, DialogSearchLine, Kbd, media, Spinner, VisuallyHidden } from '../ui/index.ts';
import { runCommand } from '../commands/commands.ts';
import { nextHit, type Hit } from './hits.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import { PaletteNotes } from './palette-notes.tsx';
import { addRecent } from './use-recent.ts';
import { useGroups } from './use-groups.ts';

export interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Finds pages, actions, people and records: type, arrow keys, Enter. */
export function Palette({ open, onClose }: PaletteProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onClose={onClose} title={t('search.title')} kind="palette" initialFocus={input}>
      {open ? <Finder input={input} onClose={onClose} /> : null}
    </Dialog>
  );
}

interface FinderProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

function Finder({ input, onClose }: FinderProps) {
  const go = useOpenHit({ input, onClose });
  const listId = useId();
  const [query, setQuery] = useState('');
  const { groups, searching, former, failure, late, failed, retry } = useGroups(query);
  const hits = groups.flatMap((group) => group.hits);
  const { active, activeId, moveTo, setChosen } = useActiveHit(hits, listId);
  const empty = hits.length === 0 && !searching && query.trim() !== '';

  // Pressing Enter before there are results opens the first one that arrives.
  const [eager, setEager] = useState<string | null>(null);
  const ready = active !== undefined && !(former && active.recent && 'search' in active.recent);
  useEffect(() => {
    if (eager === query && ready) go(active);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the hit has arrived
  }, [eager, ready]);

  function handleKey(event: KeyboardEvent): void {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (!isEnter && !moveTo(event)) return;
    event.preventDefault();
    if (isEnter && ready) go(active, event.ctrlKey || event.metaKey);
    else if (isEnter && searching) setEager(query);
  }

  return (
    <>
      <SearchLine
        input={input}
        query={query}
        list={{ id: listId, isOpen: hits.length > 0, activeId }}
        onKeyDown={handleKey}
        searching={searching}
        onQuery={(text) => {
          setQuery(text);
          setChosen(null);
        }}
        onClose={onClose}
      />
      <HitCount hits={hits} query={query} searching={searching} />
      <PaletteList
        id={listId}
        groups={groups}
        query={query.trim()}
        active={active?.key}
        dimmed={former}
        onPoint={setChosen}
        onChoose={(key) => {
          const hit = hits.find((one) => one.key === key);
          if (hit) go(hit);
        }}
      />
      <PaletteNotes nothing={empty} failure={failure} late={late} failed={failed} onRetry={retry} />
      <Keys />
    </>
  );
}

/** Returns a function that opens a hit, in a new tab without closing the palette. */
function useOpenHit({ input, onClose }: FinderProps) {
  const navigate = useNavigate();
  const admin = useAdmin();
  return (hit: Hit, inNewTab = false): void => {
    if (hit.recent) addRecent(admin.id, hit.recent);
    if (inNewTab && hit.path !== '') {
      open(hit.path, '_blank', 'noopener');
      return;
    }
    onClose();
    if (hit.command === undefined) void navigate(hit.path);
    else runWhenGone(hit.command, input.current?.closest('[role="dialog"]'));
  };
}

/** Runs a command after the palette has closed and returned the focus, since the command may move it. */
function runWhenGone(id: string, palette: Element | null | undefined): void {
  const wait = (): void => {
    if (palette?.isConnected) requestAnimationFrame(wait);
    else requestAnimationFrame(() => runCommand(id));
  };
  requestAnimationFrame(wait);
}

/** The hit that Enter opens: the selected one while it exists, else the first. It is scrolled into view. */
function useActiveHit(hits: readonly Hit[], listId: string) {
  const [chosen, setChosen] = useState<string | null>(null);
  const index = Math.max(
    0,
    hits.findIndex(({ key }) => key === chosen),
  );
  const active = hits[index];
  const activeId = active && optionId(listId, active.key);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return {
    active,
    activeId,
    setChosen,
    /** Moves the active hit if the key is for that; returns whether it was. */
    moveTo(event: KeyboardEvent): boolean {
      const target = nextIndex(event, index, hits.length);
      if (target !== null) setChosen(hits[target]?.key ?? null);
      return target !== null;
    },
  };
}

interface HitCountProps {
  readonly hits: readonly Hit[];
  readonly query: string;
  readonly searching: boolean;
}

/** Announces how many hits there are. */
function HitCount({ hits, query, searching }: HitCountProps) {
  const t = useText();
  return (
    <VisuallyHidden as="output">
      {query.trim() !== '' &&
        (searching
          ? t('search.searching')
          : t('search.count', { total: hits.filter(({ isMore }) => !isMore).length }))}
    </VisuallyHidden>
  );
}

interface SearchLineProps extends FinderProps {
  readonly query: string;
  /** The listbox below the input, a combobox. */
  readonly list: { readonly id: string; readonly isOpen: boolean; readonly activeId: string | undefined };
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly searching: boolean;
  readonly onQuery: (text: string) => void;
}

function SearchLine({ input, query, list, searching, onKeyDown, onQuery, onClose }: SearchLineProps) {
  const t = useText();
  return (
    <DialogSearchLine>
      <Search size={18} />
      <input
        ref={input}
        role="combobox"
        aria-label={t('search.title')}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="go"
        spellCheck={false}
        maxLength={200}
        placeholder={t('search.placeholder')}
        aria-expanded={list.isOpen}
        aria-controls={list.id}
        aria-activedescendant={list.activeId}
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => onQuery(event.target.value)}
      />
      {searching ? <Spinner label="" /> : null}
      <Leave>
        <Button variant="ghost" size="small" onClick={onClose}>
          {t('search.closeSearch')}
        </Button>
      </Leave>
    </DialogSearchLine>
  );
}

/** The index to which a key moves: up and down with wrapping, to the first and to the last; null for other keys. */
function nextIndex(event: KeyboardEvent, index: number, count: number): number | null {
  if (count === 0 || event.shiftKey || event.altKey) return null;
  switch (event.key) {
    case 'ArrowDown':
      return nextHit(index, 1, count);
    case 'ArrowUp':
      return nextHit(index, -1, count);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function Keys() {
  const t = useText();
  return (
    <Hints aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('search.choose')}
      </span>
      <span>
        <Kbd>↵</Kbd> {t('search.go')}
      </span>
      <span>
        <Kbd>{t('search.controlKey')}</Kbd> <Kbd>↵</Kbd> {t('search.newTab')}
      </span>
      <span>
        <Kbd>{t('search.escapeKey')}</Kbd> {t('search.close')}
      </span>
    </Hints>
  );
}

const Leave = styled.div`
  display: none;

  ${media.phone} {
    display: block;
  }
`;

const Hints = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  padding: 8px 16px;
  border-top: 1px solid var(--line);
  color: var(--text-3);
  font-size: 12px;

  /* After an empty list the footer is directly below the field, which has a border. */
  :empty + & {
    border-top: 0;
  }

  @media (hover: none) {
    display: none;
  }

  ${media.phone} {
    display: none;
  }
`;
