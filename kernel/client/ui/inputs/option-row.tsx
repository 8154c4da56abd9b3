import { styled } from 'styled-components';
import type { Option } from './option.ts';
import { ellipsis } from '../styles/tokens.ts';

/** What an option looks like, in the list and in the closed control. */
export function OptionText({ option }: { readonly option: Option<string | number> }) {
  return (
    <>
      {option.color === undefined ? null : <ColorDot style={{ background: option.color }} />}
      <Words>
        <Line>{option.label}</Line>
        {option.hint === undefined ? null : <Hint>{option.hint}</Hint>}
      </Words>
    </>
  );
}

/** A dot of a colour that data gives. */
export const ColorDot = styled.span`
  flex: none;
  width: 10px;
  height: 10px;
  border-radius: 50%;
  box-shadow: inset 0 0 0 1px rgb(0 0 0 / 0.12);
`;

const Words = styled.span`
  flex: 1;
  min-width: 0;
  text-align: start;
`;

const Line = styled.span`
  display: block;
  ${ellipsis}
`;

const Hint = styled.span`
  display: block;
  font-size: 12.5px;
  line-height: 16px;
  color: var(--text-3);
  ${ellipsis}
`;
