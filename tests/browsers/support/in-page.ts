/** A point of a page, in CSS pixels of its viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

// Each function is sent to the page as text: it can use only what is defined in it.

/**
 * Runs in the page: the position of an element's frame, which is the element itself or inside it, even in its
 * shadow root.
 */
export function cornerOfFrame(host: string): Point {
  const all = document.querySelector(host);
  const element = all?.shadowRoot?.querySelector('iframe') ?? all?.querySelector('iframe') ?? all;
  const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { x: left, y: top };
}

/** Runs in the page: collects errors from now on. */
export function collectErrors(): void {
  const page = window as unknown as { walked?: string[] };
  if (page.walked) return;
  const walked: string[] = [];
  page.walked = walked;
  addEventListener('error', ({ message }) => void walked.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => void walked.push(`rejected: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    walked.push(`policy: ${violatedDirective} ${blockedURI}`),
  );
  for (const kind of ['error', 'warn'] as const) {
    const { [kind]: write } = console;
    console[kind] = (...given: unknown[]) => {
      walked.push(`console: ${given.map(String).join(' ')}`);
      write.apply(console, given);
    };
  }
}

/**
 * Runs in the page: the point, in CSS pixels, at which a visible element with this name can be pressed;
 * otherwise the reason as text. With `hasFocus`, the element must also have the focus.
 */
// Over 60 lines: the page has no other function to call.
export function locate(css: string, name: string | null, hasFocus: boolean): Point | string {
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const byId = element.getAttribute('aria-labelledby');
    const labels = 'labels' in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    return plain(
      element.getAttribute('aria-label') ??
        (byId === null
          ? labels[0]?.textContent
          : byId
              .split(' ')
              .map((id) => document.getElementById(id)?.textContent)
              .join(' ')) ??
        element.textContent,
    );
  };
  const all = (root: Document | ShadowRoot | Element): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(css) ? [element] : []),
      ...(element.shadowRoot ? all(element.shadowRoot) : []),
    ]);
  /** The topmost element at a point, across shadow roots. */
  const topAt = (x: number, y: number): Element | null => {
    let top = document.elementFromPoint(x, y);
    while (top?.shadowRoot) {
      const inner = top.shadowRoot.elementFromPoint(x, y);
      if (inner?.getRootNode() !== top.shadowRoot) break;
      top = inner;
    }
    return top;
  };
  const isWithin = (inner: Element, outer: Element | null): boolean => {
    for (let at: Node | null = inner; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
      if (at === outer) return true;
    return false;
  };
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const found = all(document).filter((element) => name === null || nameOf(element).includes(name));
  // Exact matches of the name come first.
  const ordered = found.toSorted(
    (one, other) => Number(nameOf(other) === name) - Number(nameOf(one) === name),
  );
  let hindrance = 'there is none';
  for (const element of ordered) {
    hindrance = 'it is inert, or has no size';
    if (element.closest('[inert]')) continue;
    const first = element.getBoundingClientRect();
    if (first.width === 0 || first.height === 0) continue;
    if (first.top < 0 || first.left < 0 || first.bottom > innerHeight || first.right > innerWidth)
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
    const top = topAt(x, y);
    const label = 'labels' in element ? ((element.labels as NodeListOf<Element> | null)?.[0] ?? null) : null;
    // Only the target's own area counts: another layer may cover its surroundings.
    if (top && (isWithin(top, element) || isWithin(top, label))) {
      if (!hasFocus || element === active) return { x, y };
      return `the focus is in ${active?.outerHTML.slice(0, 200) ?? 'nothing'}`;
    }
    hindrance = `at ${x}, ${y} lies ${top?.outerHTML.slice(0, 200) ?? 'nothing'}`;
  }
  return hindrance;
}
