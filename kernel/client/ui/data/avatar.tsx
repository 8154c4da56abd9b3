import { styled } from 'styled-components';

interface AvatarProps {
  readonly name: string;
  readonly size?: number | undefined;
  /** `accent` for the signed-in user. */
  readonly tone?: 'neutral' | 'accent' | undefined;
}

/** The initials of a person in a circle; decorative, so hidden from screen readers. */
export function Avatar({ name, size = 32, tone = 'neutral' }: AvatarProps) {
  return (
    <Circle
      aria-hidden="true"
      $accent={tone === 'accent'}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.37) }}
    >
      {initials(name)}
    </Circle>
  );
}

/**
 * The initials of the first two words; Uzbek `sh`, `ch`, `o‘` and `g‘` count as one letter, shown by its first
 * character.
 */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

const Circle = styled.span<{ $accent: boolean }>`
  display: inline-grid;
  place-items: center;
  flex: none;
  border-radius: 50%;
  background: ${({ $accent }) => ($accent ? 'var(--accent)' : 'var(--fill)')};
  color: ${({ $accent }) => ($accent ? 'var(--on-accent)' : 'var(--text-2)')};
  font-weight: 600;
  line-height: 1;
  letter-spacing: 0.01em;
  user-select: none;
`;
