import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
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
  const sheet = useRef<HTMLElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const place = () => open && button.current && sheet.current && putUnder(button.current, sheet.current);
    place();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [open]);

  useEffect(() => {
    const element = root.current;
    const opener = button.current;
    if (!open || !element) return undefined;
    let elsewhere = false;
    const stop = listenForLeave(element, (pressed) => {
      elsewhere = pressed;
      setOpen(false);
    });
    return () => {
      stop();
      // What had the focus inside is gone by now.
      if (!elsewhere) opener?.focus();
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
        <section ref={sheet} id={id} aria-label={label} className="km-popover-window km-panel">
          {children(() => setOpen(false))}
        </section>
      ) : null}
    </div>
  );
}

/** Puts a window where its button is, as far as the map has room for it there. */
function putUnder(button: HTMLElement, sheet: HTMLElement): void {
  const [bar, map] = [sheet.offsetParent, sheet.closest('.km')];
  if (!bar || !map) return;
  const around = map.getBoundingClientRect();
  const furthest = around.right - room - sheet.offsetWidth;
  const left = Math.max(around.left + room, Math.min(button.getBoundingClientRect().left, furthest));
  sheet.style.left = `${left - bar.getBoundingClientRect().left - bar.clientLeft}px`;
  sheet.style.right = 'auto';
}

/** What stays free beside a window, in px. */
const room = 10;

function listenForLeave(element: HTMLElement, onLeave: (pressed: boolean) => void): () => void {
  // Not the shadow root that it may be in: who presses the page around the map has left as well.
  const place = element.ownerDocument;
  const onPress = (event: Event) => {
    if (!event.composedPath().includes(element)) onLeave(true);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onLeave(false);
  };
  place.addEventListener('pointerdown', onPress, true);
  element.addEventListener('keydown', onKey);
  return () => {
    place.removeEventListener('pointerdown', onPress, true);
    element.removeEventListener('keydown', onKey);
  };
}
