import { styled } from 'styled-components';

/** The subject above the text of a letter, in the face in which it is printed. */
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
