import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { style } from '../style/sheet.ts';
import { ToolButton } from './tool-button.tsx';

export interface PopoverProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a small window beside it, that goes with Escape, with a choice, and with a press elsewhere. */
export function Popover({ label, icon, disabled = false, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    const element = root.current;
    const opener = button.current;
    if (!open || !element) return;
    const close = () => setOpen(false);
    const stop = listenForLeave(element, close);
    return () => {
      stop();
      const place = element.getRootNode() as Document | ShadowRoot;
      if (element.contains(place.activeElement)) opener?.focus();
    };
  }, [open]);

  return (
    <div className="km-popover" ref={root}>
      <ToolButton
        ref={button}
        label={label}
        icon={icon}
        disabled={disabled}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open ? (
        <section id={id} aria-label={label} className="km-popover-window km-panel">
          {children(() => setOpen(false))}
        </section>
      ) : null}
    </div>
  );
}

function listenForLeave(element: HTMLElement, close: () => void): () => void {
  const place = element.getRootNode();
  const onPress = (event: Event) => {
    if (!event.composedPath().includes(element)) close();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  place.addEventListener('pointerdown', onPress, true);
  element.addEventListener('keydown', onKey);
  return () => {
    place.removeEventListener('pointerdown', onPress, true);
    element.removeEventListener('keydown', onKey);
  };
}

style(`
.km-popover { display: flex; }
.km-popover-window { position: absolute; z-index: 20; top: calc(100% + 6px); left: 0; max-width: calc(100cqw - 24px); padding: 8px; }
.km-toolbar[data-corner$='right'] .km-popover-window { right: 0; left: auto; }
.km-toolbar[data-corner^='bottom'] .km-popover-window { top: auto; bottom: calc(100% + 6px); }
`);
