import { useMemo } from 'react';
import { styled } from 'styled-components';
import { encode } from 'uqr';

interface QrPictureProps {
  readonly text: string;
  readonly label: string;
}

/** Modules of white around the code, without which readers do not find it. */
const border = 4;

/** A text as a QR code, drawn here: it is a secret, and asks no other host for a picture. */
export function QrPicture({ text, label }: QrPictureProps) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` has no drawing of ours in it
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </Picture>
  );
}

/** Each row as strokes of dark modules that lie beside each other. */
function drawn(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border });
  const strokes = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { size, path: strokes.join('') };
}

/** White in the dark theme too: readers of phones want dark on light. */
const Picture = styled.svg`
  display: block;
  width: 208px;
  max-width: 100%;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: #fff;
`;
