import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ToolButton } from './tool-button.tsx';

export interface PopoverProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a popover that closes with Escape, with a choice, and with a click elsewhere. */
export function Popover({ label, icon, disabled = false, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const reposition = () =>
      open && button.current && sheet.current && putUnder(button.current, sheet.current);
    reposition();
    addEventListener('resize', reposition);
    return () => removeEventListener('resize', reposition);
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
      // The focused element inside was unmounted.
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

/** Places the popover at its button, within the space of the map. */
function putUnder(button: HTMLElement, sheet: HTMLElement): void {
  const [bar, map] = [sheet.offsetParent, sheet.closest('.km')];
  if (!bar || !map) return;
  const around = map.getBoundingClientRect();
  const furthest = around.right - margin - sheet.offsetWidth;
  const left = Math.max(around.left + margin, Math.min(button.getBoundingClientRect().left, furthest));
  sheet.style.left = `${left - bar.getBoundingClientRect().left - bar.clientLeft}px`;
  sheet.style.right = 'auto';
}

/** The space beside a popover, in pixels. */
const margin = 10;

function listenForLeave(element: HTMLElement, onLeave: (pressed: boolean) => void): () => void {
  // Not on the shadow root: a click on the page around the map closes the popover too.
  const root = element.ownerDocument;
  const onPress = (event: Event) => {
    if (!event.composedPath().includes(element)) onLeave(true);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onLeave(false);
  };
  root.addEventListener('pointerdown', onPress, true);
  element.addEventListener('keydown', onKey);
  return () => {
    root.removeEventListener('pointerdown', onPress, true);
    element.removeEventListener('keydown', onKey);
  };
}
