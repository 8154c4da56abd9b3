import { styled } from 'styled-components';

export interface AvatarProps {
  readonly name: string;
  readonly size?: number | undefined;
  /** `accent` for the person who is signed in, `hue` for a colour of the name's own. */
  readonly tone?: 'neutral' | 'accent' | 'hue' | undefined;
}

/** Somebody's initials in a circle; decoration beside a name, so not read aloud. */
export function Avatar({ name, size = 32, tone = 'neutral' }: AvatarProps) {
  return (
    <Circle
      aria-hidden="true"
      $pair={tone === 'hue' ? pairs[hueIndex(name, pairs.length)] : tone === 'accent' ? accent : neutral}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.37) }}
    >
      {initials(name)}
    </Circle>
  );
}

type Pair = readonly [ground: string, ink: string];

const neutral: Pair = ['var(--fill)', 'var(--text-2)'];
const accent: Pair = ['var(--accent)', 'var(--on-accent)'];
const pairs: readonly Pair[] = [
  ['var(--created-soft)', 'var(--created)'],
  ['var(--accepted-soft)', 'var(--accepted)'],
  ['var(--completed-soft)', 'var(--completed)'],
  ['var(--rejected-soft)', 'var(--rejected)'],
  ['var(--accent-soft)', 'var(--accent-strong)'],
  ['var(--canceled-soft)', 'var(--canceled)'],
];

/** The first letters of the first two words; Uzbek `sh`, `ch`, `o‘`, `g‘` count as the one letter they begin with. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** One of `count` hues for a name; the same name always gets the same. */
export function hueIndex(name: string, count: number): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % count;
}

const Circle = styled.span<{ $pair: Pair | undefined }>`
  display: inline-grid;
  place-items: center;
  flex: none;
  border-radius: 50%;
  background: ${({ $pair = neutral }) => $pair[0]};
  color: ${({ $pair = neutral }) => $pair[1]};
  font-weight: 600;
  line-height: 1;
  letter-spacing: 0.01em;
  user-select: none;
`;
