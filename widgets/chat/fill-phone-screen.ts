const phone = '(max-width: 767px)';

/** Makes an element cover the part of a phone's screen above the keyboard; the page behind does not scroll. */
export function fillPhoneScreen(element: HTMLElement): () => void {
  const media = matchMedia(phone);
  const viewport = window.visualViewport;
  const page = document.documentElement;
  let pageOverflow: string | null = null;

  function fit(): void {
    const isPhone = media.matches;
    // iOS draws the keyboard over the page; only the visual viewport reports it.
    const { height, offsetTop } = viewport ?? { height: innerHeight, offsetTop: 0 };
    element.style.setProperty('--height', isPhone ? `${height}px` : '');
    element.style.setProperty('--top', isPhone ? `${offsetTop}px` : '');
    if (isPhone && pageOverflow === null) {
      pageOverflow = page.style.overflow;
      page.style.overflow = 'hidden';
    } else if (!isPhone) release();
  }

  function release(): void {
    if (pageOverflow !== null) page.style.overflow = pageOverflow;
    pageOverflow = null;
  }

  fit();
  media.addEventListener('change', fit);
  viewport?.addEventListener('resize', fit);
  viewport?.addEventListener('scroll', fit);
  return () => {
    media.removeEventListener('change', fit);
    viewport?.removeEventListener('resize', fit);
    viewport?.removeEventListener('scroll', fit);
    release();
  };
}
