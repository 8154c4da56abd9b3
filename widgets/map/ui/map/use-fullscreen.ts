import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is in full screen, and how to toggle it; where the browser cannot, it fills the window. */
export function useFullscreen(root: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [full, setFull] = useState(false);

  useEffect(() => {
    const place = root.current?.getRootNode() as Document | ShadowRoot | undefined;
    const follow = () => setFull(place?.fullscreenElement === root.current && root.current !== null);
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
