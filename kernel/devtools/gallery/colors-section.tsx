import { styled } from 'styled-components';
import { Row, Section } from './gallery-section.tsx';

const grounds = [
  'ground',
  'surface',
  'raised',
  'sunken',
  'line',
  'line-strong',
  'line-control',
  'accent',
  'accent-soft',
];
const inks = [
  'text',
  'text-2',
  'text-3',
  'accent-strong',
  'created',
  'accepted',
  'completed',
  'rejected',
  'canceled',
];

/** The tokens, and the type. */
export function ColorsSection() {
  return (
    <Section title="Tokens">
      <Row>
        {grounds.map((name) => (
          <Swatch key={name} style={{ background: `var(--${name})` }} title={name} />
        ))}
        {inks.map((name) => (
          <Ink key={name} style={{ color: `var(--${name})` }}>
            {name}
          </Ink>
        ))}
      </Row>
      <div>
        <Big>Ko‘mak — Yordam dasturi</Big>
        <p>
          O‘zbekcha: g‘isht, o‘rik, Shahar, maʼlumot. Русский: помощь населению. Ўзбекча: қишлоқ, ғазна, ҳаво.
        </p>
        <Numbers>0123456789 · 28 640 · +998 (91) 431-25-16 · № 000411</Numbers>
      </div>
    </Section>
  );
}

const Swatch = styled.span`
  width: 40px;
  height: 28px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r1);
`;

const Ink = styled.span`
  padding: 4px 8px;
  border-radius: var(--r1);
  background: var(--surface);
  font-weight: 600;
`;

const Big = styled.h3`
  font-size: 20px;
  line-height: 28px;
`;

const Numbers = styled.p`
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`;
