const svg = 'http://www.w3.org/2000/svg';
const shapes = {
  open: ['M7.9 20A9 9 0 1 0 4 16.1L2 22Z', 'M8 12h.01', 'M12 12h.01', 'M16 12h.01'],
  close: ['m6 9 6 6 6-6'],
} as const;

/** The round button. */
export interface RoundButton {
  readonly element: HTMLButtonElement;
  show(state: { readonly open: boolean; readonly news: number; readonly label: string }): void;
}

/** Creates the button; builds its icons without parsing markup, which pages may forbid. */
export function createButton(onPress: () => void): RoundButton {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'open';
  element.setAttribute('aria-haspopup', 'dialog');
  const news = document.createElement('span');
  news.className = 'news';
  news.setAttribute('aria-hidden', 'true');
  const signs = { open: drawSign(shapes.open), close: drawSign(shapes.close) };
  element.addEventListener('click', onPress);
  return {
    element,
    show({ open, news: count, label }) {
      element.replaceChildren(open ? signs.close : signs.open, news);
      element.setAttribute('aria-expanded', String(open));
      element.setAttribute('aria-label', label);
      element.title = label;
      news.textContent = count > 0 ? String(Math.min(count, 99)) : '';
    },
  };
}

function drawSign(paths: readonly string[]): SVGElement {
  const sign = document.createElementNS(svg, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) sign.setAttribute(name, value);
  for (const d of paths) {
    const path = document.createElementNS(svg, 'path');
    path.setAttribute('d', d);
    sign.append(path);
  }
  return sign;
}
