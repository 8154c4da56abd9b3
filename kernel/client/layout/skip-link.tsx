import { styled } from 'styled-components';
import { useText } from '../i18n/i18n.ts';
import { media } from '../ui/index.ts';

/** The id of the element that contains the page. */
export const mainId = 'main';

/** The first tab stop: skips the sidebar. */
export function SkipLink() {
  const t = useText();
  return (
    <Skip
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      {t('shell.skip')}
    </Skip>
  );
}

const Skip = styled.a`
  position: fixed;
  top: 8px;
  left: 8px;
  z-index: var(--z-toast);
  display: flex;
  align-items: center;
  min-height: 36px;
  padding: 0 14px;
  border-radius: var(--r1);
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  transform: translateY(-200%);

  &:focus {
    transform: none;
  }

  ${media.phone} {
    min-height: 44px;
  }

  ${media.print} {
    display: none;
  }
`;
