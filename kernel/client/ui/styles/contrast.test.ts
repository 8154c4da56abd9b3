import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// WCAG 1.4.3 and 1.4.11 for the tokens: axe checks the text of each screen, but not the edges of controls.

const css = readFileSync(new URL('../../../domain/theme/colors.css', import.meta.url), 'utf8');

/** The colours of a theme by token name. */
function tokensOf(theme: string): ReadonlyMap<string, string> {
  const rule = css.slice(css.indexOf(`[data-theme='${theme}'] {`));
  const body = rule.slice(0, rule.indexOf('}'));
  return new Map(
    [...body.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted(
    (first, second) => first - second,
  );
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['ground', 'surface', 'raised'];
const statuses = ['created', 'accepted', 'completed', 'rejected', 'canceled'];
const pairs: readonly (readonly [token: string, ground: string, least: number])[] = [
  ...grounds.flatMap((ground) =>
    [
      ['text', 4.5],
      ['text-2', 4.5],
      ['text-3', 4.5],
      ['accent-strong', 4.5],
      // The edges of fields, checkboxes and switches, and the focus outline.
      ['line-control', 3],
      ['accent', 3],
      ['rejected', 3],
    ].map(([token, least]) => [String(token), ground, Number(least)] as const),
  ),
  ...statuses.map((status) => [status, `${status}-soft`, 4.5] as const),
  ['on-accent', 'accent', 4.5],
  ['on-danger', 'danger', 4.5],
  ['accent-strong', 'accent-soft', 4.5],
];

test.each(['light', 'dark'])(
  'texts, edges and the focus have sufficient contrast in the %s theme',
  (theme) => {
    const tokens = tokensOf(theme);
    const weak = pairs
      .map(([token, ground, least]) => {
        const [color, under] = [tokens.get(token), tokens.get(ground)];
        if (color === undefined || under === undefined) return `${token} on ${ground} is missing`;
        const found = contrast(color, under);
        return found < least ? `${token} on ${ground}: ${found.toFixed(2)} < ${least}` : null;
      })
      .filter((problem) => problem !== null);
    expect(weak).toEqual([]);
  },
);
