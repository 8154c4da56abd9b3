import { styled } from 'styled-components';
import { bootTexts } from '../i18n/boot-texts.ts';
import { useLanguage } from '../i18n/language-store.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Logo } from '../ui/icons/logo.tsx';

/** The page when the application could not start: what happened, and how to try again. Never a blank one. */
export function BootFailure({ onRetry }: { readonly onRetry: () => void }) {
  const texts = bootTexts(useLanguage().language);
  return (
    <Place>
      <Logo size={44} />
      <h1>{texts['title']}</h1>
      <p>{texts['text']}</p>
      <Button variant="primary" onClick={onRetry}>
        {texts['retry']}
      </Button>
    </Place>
  );
}

const Place = styled.main`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  min-height: 100dvh;
  padding: 24px;
  text-align: center;

  h1 {
    margin-top: 20px;
  }

  p {
    max-width: 420px;
    margin: 4px 0 20px;
    color: var(--text-2);
    text-wrap: balance;
  }
`;
