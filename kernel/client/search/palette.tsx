import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { useRegistry } from '../registry/registry-store.ts';
import { useSession } from '../session/session-store.ts';
import { useMenuLabel } from '../shell/menu-label.ts';
import { useText } from '../text/i18n.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { menuHits, nextHit, type HitGroup } from './hits.ts';
import { PaletteList } from './palette-list.tsx';
import { useServerHits } from './use-server-hits.ts';

export interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Finds pages and people: type, arrows, Enter. */
export function Palette({ open, onClose }: PaletteProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onClose={onClose} title={t('search.title')} kind="bare" initialFocus={input}>
      {open ? <Finder input={input} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Finder({
  input,
  onClose,
}: {
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { groups, searching, failure } = useGroups(query);
  const hits = groups.flatMap((group) => group.hits);
  const active = Math.min(chosen, hits.length - 1);
  const activeId = hits[active] ? `${listId}-${active}` : undefined;

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function go(path: string): void {
    onClose();
    void navigate(path);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    const hit = hits[active];
    if (step !== null) setChosen(nextHit(active, step, hits.length));
    else if (event.key === 'Enter' && hit && !event.nativeEvent.isComposing) go(hit.path);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <Line>
        <Search size={18} aria-hidden="true" />
        <input
          ref={input}
          role="combobox"
          aria-label={t('search.title')}
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t('search.placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        {searching ? <Spinner label="" /> : null}
      </Line>
      <PaletteList
        id={listId}
        groups={groups}
        active={active}
        onPoint={setChosen}
        onChoose={go}
        note={failure ?? (hits.length > 0 || searching ? null : t('search.nothing'))}
      />
    </>
  );
}

function useGroups(query: string): {
  readonly groups: readonly HitGroup[];
  readonly searching: boolean;
  readonly failure: string | null;
} {
  const t = useText();
  const label = useMenuLabel();
  const registry = useRegistry();
  const { rights } = useSession();
  const server = useServerHits(query);
  const pages = menuHits(registry.menu(rights), label, query);
  const icons = new Map(registry.menu(rights).map(({ plugin, icon }) => [plugin, icon]));
  const groups: HitGroup[] = [
    { key: 'pages', title: t('search.pages'), hits: pages },
    ...server.groups.map(({ plugin, items }) => ({
      key: plugin,
      title: label(`${plugin}:menu.title`),
      hits: items.map((item) => ({
        key: `${plugin}-${item.id}`,
        title: item.title,
        subtitle: item.subtitle,
        path: item.path,
        icon: icons.get(plugin) ?? 'search',
      })),
    })),
  ].filter(({ hits }) => hits.length > 0);
  return { groups, searching: server.searching, failure: server.failure };
}

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 0 16px;
  border-bottom: 1px solid var(--line);
  color: var(--text-3);

  input {
    flex: 1;
    min-width: 0;
    height: 52px;
    border: 0;
    background: none;
    color: var(--text);
    font-size: 16px;
    outline: none;
  }
`;
