import { useState } from 'react';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { media, tabularNumbers } from '#kernel/client/ui/index.ts';

/** A number that not everybody who passes by should read: masked until it is asked for. */
export function SecretValue({
  field,
  masked,
  value,
}: {
  /** What it is; read aloud with the button. */
  readonly field: string;
  readonly masked: string;
  readonly value: string;
}) {
  const t = useText('applications');
  const [shown, setShown] = useState(false);
  return (
    <Line>
      {shown ? value : masked}{' '}
      <Toggle
        type="button"
        aria-pressed={shown}
        aria-label={t(shown ? 'hideOf' : 'showOf', { field })}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'hide' : 'show')}
      </Toggle>
    </Line>
  );
}

const Line = styled.span`
  ${tabularNumbers}
`;

const Toggle = styled.button`
  position: relative;
  /* In a line of its own it begins where the value does. */
  margin: 0 -2px;
  padding: 0 2px;
  border: 0;
  border-radius: 4px;
  background: none;
  color: var(--accent-strong);
  font-size: inherit;
  line-height: inherit;

  /* The words are small; the target is not. */
  &::after {
    content: '';
    position: absolute;
    inset: -8px -6px;

    ${media.phone} {
      inset: -12px -6px;
    }
  }

  &:hover {
    text-decoration: underline;
  }

  @media print {
    display: none;
  }
`;
