import { useEffect, useState, type DragEvent, type RefObject } from 'react';
import { adoptStyles } from '../style/stylesheet.ts';

/**
 * Whether an element is fullscreen, and a function to toggle it; if the browser does not support it, it fills
 * the window.
 */
export function useFullscreen(root: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [full, setFull] = useState(false);

  useEffect(() => {
    const rootNode = root.current?.getRootNode() as Document | ShadowRoot | undefined;
    const follow = () => setFull(rootNode?.fullscreenElement === root.current && root.current !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [root]);

  function toggle(): void {
    if (full && document.fullscreenElement) void document.exitFullscreen();
    else if (full) setFull(false);
    else if (root.current?.requestFullscreen) root.current.requestFullscreen().catch(() => setFull(true));
    else setFull(true);
  }

  return [full, toggle];
}

/** Keeps the focus in the map when the focused element unmounts, such as a closed card, so that its keys keep working. */
export function useRestoredFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const map = root.current;
    if (!map) return undefined;
    const page = map.ownerDocument;
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const forget = ({ target }: FocusEvent) => {
      // Some browsers also fire this for an element that is being removed.
      queueMicrotask(() => {
        if (target === last && map.contains(target as Node)) last = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (last === null || map.contains(last as Node)) return;
      last = null;
      const lost = page.activeElement === null || page.activeElement === page.body;
      if (lost) map.querySelector<HTMLElement>('.km-stage')?.focus({ preventScroll: true });
    });
    observer.observe(map, { childList: true, subtree: true });
    map.addEventListener('focusin', note);
    map.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      map.removeEventListener('focusin', note);
      map.removeEventListener('focusout', forget);
    };
  }, [root]);
}

/** Takes the files that are dropped on the map. */
export function useFileDrop(active: boolean, onFiles: (files: FileList) => unknown) {
  const [over, setOver] = useState(false);
  const holds = (event: DragEvent) => active && event.dataTransfer.types.includes('Files');
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!holds(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!holds(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      },
    },
  };
}

/** Adopts the stylesheets into the document or shadow root that holds the map. */
export function useStyles(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const rootNode = root.current?.getRootNode();
    return rootNode instanceof Document || rootNode instanceof ShadowRoot ? adoptStyles(rootNode) : undefined;
  }, [root]);
}
