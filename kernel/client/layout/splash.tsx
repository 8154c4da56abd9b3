import { keyframes, styled } from 'styled-components';
import { Logo } from '../ui/index.ts';

/** The screen while the application starts, shown after 300 ms. */
export function Splash() {
  return (
    <Container aria-busy="true">
      <Logo size={44} />
    </Container>
  );
}

const appear = keyframes`
  from { opacity: 0; }
`;

const breathe = keyframes`
  50% { opacity: 0.45; }
`;

const Container = styled.div`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  animation: ${appear} 200ms 300ms backwards;

  svg {
    animation: ${breathe} 1.6s ease-in-out infinite;
  }
`;
