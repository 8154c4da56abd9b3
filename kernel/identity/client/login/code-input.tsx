import { styled } from 'styled-components';
import { TextInput } from '#kernel/client/ui/inputs/text-input.tsx';

/** Six digits of an application for codes; phones offer them from where they have them. */
export const CodeInput = styled(TextInput).attrs({
  name: 'code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  spellCheck: false,
  maxLength: 12,
})`
  font-variant-numeric: tabular-nums;
  letter-spacing: 0.12em;
`;
