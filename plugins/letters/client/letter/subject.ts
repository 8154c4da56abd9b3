import { styled } from 'styled-components';

/** The subject above a letter's text, in its printed font. */
export const Subject = styled.p`
  margin-bottom: 12px;
  font:
    700 16px/1.4 'Times New Roman',
    Tinos,
    'Liberation Serif',
    serif;
  text-align: center;

  &:empty {
    display: none;
  }
`;
