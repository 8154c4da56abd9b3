import { CircleAlert } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';

interface FieldNoteProps extends ComponentPropsWithRef<'div'> {
  /** What is wrong or unusual has its colour, and a sign for those who do not see colours. */
  readonly tone?: 'hint' | 'unusual' | 'wrong' | undefined;
}

/** What stands under a control: a hint, or what is wrong with it. */
export function FieldNote({ tone = 'hint', children, ...rest }: FieldNoteProps) {
  return (
    <Note {...rest} data-tone={tone}>
      {tone === 'hint' ? null : <CircleAlert size={14} aria-hidden="true" />}
      {children}
    </Note>
  );
}

const Note = styled.div`
  display: flex;
  gap: 5px;
  flex: 1;
  min-width: 0;
  color: var(--text-2);
  font-size: 12.5px;
  line-height: 18px;

  &[data-tone='wrong'] {
    color: var(--rejected);
  }
  &[data-tone='unusual'] {
    color: var(--accepted);
  }

  svg {
    flex: none;
    margin-top: 2px;
  }
`;
