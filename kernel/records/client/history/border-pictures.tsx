import { styled } from 'styled-components';
import type { HistoryValue } from '#kernel/records/contract/history.ts';

type Rings = NonNullable<HistoryValue['rings']>;

interface BorderPicturesProps {
  readonly from: Rings;
  readonly to: Rings;
  readonly labels: readonly [from: string, to: string];
}

/**
 * A border before and after a change, as two small pictures of the same scale, each with the other border as a dashed
 * line.
 */
export function BorderPictures({ from, to, labels }: BorderPicturesProps) {
  const frame = frameOf([...from, ...to]);
  return (
    <Pair>
      {[
        { own: from, other: to, label: labels[0] },
        { own: to, other: from, label: labels[1] },
      ].map(({ own, other, label }) => (
        <figure key={label}>
          <svg viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
            <path className="other" d={pathOf(other, frame)} />
            <path className="own" d={pathOf(own, frame)} fillRule="evenodd" />
          </svg>
          <figcaption>{label}</figcaption>
        </figure>
      ))}
    </Pair>
  );
}

const size = 100;
const margin = 6;

interface Frame {
  readonly north: number;
  readonly west: number;
  /** Picture units per degree of latitude and longitude. */
  readonly scale: readonly [latitude: number, longitude: number];
  readonly width: number;
  readonly height: number;
}

function frameOf(rings: Rings): Frame {
  const positions = rings.flat();
  const bounds = positions.reduce(
    ({ south, north, west, east }, [lat, lng]) => ({
      south: Math.min(south, lat),
      north: Math.max(north, lat),
      west: Math.min(west, lng),
      east: Math.max(east, lng),
    }),
    { south: 90, north: -90, west: 180, east: -180 },
  );
  // A degree of longitude is shorter than one of latitude, by the cosine of the latitude.
  const narrowing = Math.cos((((bounds.south + bounds.north) / 2) * Math.PI) / 180);
  const [height, width] = [bounds.north - bounds.south, (bounds.east - bounds.west) * narrowing];
  const unit = size / Math.max(height, width, 1e-9);
  return {
    north: bounds.north,
    west: bounds.west,
    scale: [unit, unit * narrowing],
    width: width * unit + 2 * margin,
    height: height * unit + 2 * margin,
  };
}

function pathOf(rings: Rings, { north, west, scale: [latitude, longitude] }: Frame): string {
  const position = ([lat, lng]: readonly [number, number]) =>
    `${((lng - west) * longitude + margin).toFixed(2)} ${((north - lat) * latitude + margin).toFixed(2)}`;
  return rings.map((ring) => `M${ring.map(position).join('L')}Z`).join('');
}

const Pair = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 12px;

  figure {
    margin: 0;
  }

  svg {
    display: block;
    width: 100%;
    height: 140px;
    border: 1px solid var(--line);
    border-radius: var(--r1);
    background: var(--ground);
  }

  figcaption {
    margin-top: 4px;
    color: var(--text-2);
    font-size: 12.5px;
  }

  path {
    vector-effect: non-scaling-stroke;
  }

  .own {
    fill: var(--accent-soft);
    stroke: var(--accent);
    stroke-width: 1.5px;
  }

  .other {
    fill: none;
    stroke: var(--text-3);
    stroke-width: 1px;
    stroke-dasharray: 3 3;
  }
`;
