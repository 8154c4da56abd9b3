import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { popupLayer, popupRow, popupSurface } from './popup-style.ts';

/** An entry of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect?: (() => void) | undefined;
  /** A route to navigate to, instead of an action. */
  readonly to?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Whether the choice shows a check mark. */
  readonly checked?: boolean | undefined;
}

/** An entry of a menu, or a separator. */
export type MenuEntry = MenuItem | 'separator';

export interface MenuPopupProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly header?: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: NonNullable<ComponentProps<typeof Base.Root>['onOpenChange']>;
  /** Whether it was opened by keyboard, so that the first entry gets the focus. */
  readonly focusFirst: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align?: 'start' | 'center' | 'end' | undefined;
}

/** The popup of a menu; use `Menu`. */
export function MenuPopup({
  label,
  entries,
  header,
  open,
  onOpenChange,
  anchor,
  focusFirst,
  align = 'end',
}: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  // The chosen action runs after the menu has closed and returned the focus to its button, so that a dialog opened by
  // it returns the focus there too.
  const chosen = useRef<(() => void) | undefined>(undefined);

  function finish(stillOpen: boolean): void {
    if (stillOpen) return;
    const act = chosen.current;
    chosen.current = undefined;
    act?.();
  }

  useEffect(() => {
    if (!open || !focusFirst) return undefined;
    const frame = requestAnimationFrame(() => {
      popup.current?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [open, focusFirst]);

  return (
    <Base.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={finish} modal={false}>
      <Base.Portal>
        <Layer anchor={anchor} sideOffset={4} align={align} side="bottom">
          <Popup ref={popup} aria-label={label} finalFocus={anchor}>
            {header === undefined ? null : <Header>{header}</Header>}
            {entries.map((entry, index) => (
              <Entry key={entryKey(entry, index)} entry={entry} onChoose={(act) => (chosen.current = act)} />
            ))}
          </Popup>
        </Layer>
      </Base.Portal>
    </Base.Root>
  );
}

function entryKey(entry: MenuEntry, index: number): string {
  return entry === 'separator' ? `separator-${index}` : `${entry.label}-${index}`;
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly onChoose: (act: (() => void) | undefined) => void;
}

function Entry({ entry, onChoose }: EntryProps) {
  if (entry === 'separator') return <Separator />;
  const content = <EntryContent item={entry} />;
  if (entry.to !== undefined && !entry.disabled) {
    return (
      <LinkRow render={<Link to={entry.to} />} closeOnClick onClick={() => onChoose(entry.onSelect)}>
        {content}
      </LinkRow>
    );
  }
  return (
    <Row
      disabled={entry.disabled}
      onClick={() => onChoose(entry.onSelect)}
      $danger={entry.danger ?? false}
      {...(entry.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': entry.checked })}
    >
      {content}
    </Row>
  );
}

function EntryContent({ item }: { readonly item: MenuItem }) {
  return (
    <>
      {item.icon}
      <Words>{item.label}</Words>
      {item.checked ? <Check /> : null}
    </>
  );
}

const Layer = styled(Base.Positioner)`
  ${popupLayer}
`;

const Popup = styled(Base.Popup)`
  ${popupSurface}
  min-width: 180px;
  max-height: var(--available-height);
  padding: 4px;
  overflow-y: auto;
`;

const Header = styled.div`
  margin: 0 -4px 4px;
  padding: 8px 14px;
  border-bottom: 1px solid var(--line);
`;

const Separator = styled(Base.Separator)`
  height: 1px;
  margin: 4px -4px;
  background: var(--line);
`;

const danger = css`
  &,
  > svg {
    color: var(--rejected);
  }
  &[data-highlighted] {
    background: var(--rejected-soft);
  }
`;

const Row = styled(Base.Item)<{ $danger: boolean }>`
  ${popupRow}
  ${({ $danger }) => ($danger ? danger : '')}
`;

const LinkRow = styled(Base.LinkItem)`
  ${popupRow}

  &:hover {
    text-decoration: none;
  }
`;

const Words = styled.span`
  flex: 1;
`;
