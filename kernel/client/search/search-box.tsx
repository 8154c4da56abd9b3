import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { isFindKey, runByKey, singleKeyOf, useCommands } from '../commands/commands.ts';
import { useText } from '../index.ts';
import { Kbd, lazyComponent, media, visuallyHidden } from '../ui/index.ts';

const apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** A button that looks like a search box and opens the palette, like Ctrl+K. */
export function SearchBox() {
  const t = useText();
  const [{ open, opening }, setPalette] = useState({ open: false, opening: 0 });
  const [areKeysShown, showKeys] = useState(false);
  useCommands([{ id: 'kernel.keys', title: t('keys.title'), icon: 'keyboard', run: () => showKeys(true) }]);

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const single = singleKeyOf(event);
      if (isFindKey(event) || single === '/') {
        setPalette((now) => (now.open ? closed(now) : opened(now)));
      } else if (single === '?') showKeys(true);
      else if (single === null || !runByKey(single)) return;
      event.preventDefault();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <Box
        type="button"
        data-tour="search"
        aria-haspopup="dialog"
        aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
        onPointerEnter={palette.preload}
        onFocus={palette.preload}
        onClick={() => setPalette(opened)}
      >
        <Search />
        <span>{t('ui.search')}</span>
        <Kbd aria-hidden="true">{apple ? '⌘K' : 'Ctrl K'}</Kbd>
      </Box>
      {opening > 0 ? (
        <palette.Component key={opening} open={open} onClose={() => setPalette(closed)} />
      ) : null}
      {areKeysShown ? <keysDialog.Component onClose={() => showKeys(false)} /> : null}
    </>
  );
}

interface PaletteState {
  readonly open: boolean;
  /** Each opening has a palette of its own, so that one that is closing does not take the focus from a new one. */
  readonly opening: number;
}

const opened = ({ opening }: PaletteState): PaletteState => ({ open: true, opening: opening + 1 });
const closed = ({ opening }: PaletteState): PaletteState => ({ open: false, opening });

const keysDialog = lazyComponent(async () => (await import('../commands/keys-dialog.tsx')).KeysDialog);
const palette = lazyComponent(async () => (await import('./palette.tsx')).Palette);

const Box = styled.button`
  display: flex;
  align-items: center;
  gap: 8px;
  width: min(360px, 100%);
  min-width: 0;
  height: var(--control);
  padding: 0 8px 0 10px;
  border: 1px solid var(--line);
  border-radius: var(--r1);
  background: var(--ground);
  color: var(--text-3);
  text-align: start;
  cursor: text;
  transition: border-color var(--fast);

  &:hover {
    border-color: var(--line-strong);
  }

  > span {
    flex: 1;
  }

  > svg {
    flex: none;
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }

  ${media.phone} {
    justify-content: center;
    width: var(--control);
    padding: 0;
    border: 0;
    background: none;
    color: var(--text-2);

    > kbd {
      display: none;
    }

    > span {
      ${visuallyHidden}
    }

    > svg {
      width: 20px;
      height: 20px;
    }
  }
`;
