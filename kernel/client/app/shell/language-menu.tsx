import { Languages } from 'lucide-react';
import { styled } from 'styled-components';
import { useText } from '../../i18n/i18n.ts';
import { languageOrder, useLanguage } from '../../i18n/language-store.ts';
import { media } from '../../ui/layout/breakpoints.ts';
import { Menu } from '../../ui/overlays/menu.tsx';

/** Shows the language and lets another be chosen. */
export function LanguageMenu() {
  const t = useText();
  const { language, setLanguage } = useLanguage();
  return (
    <Menu
      label={t('language.title')}
      align="end"
      entries={languageOrder.map((one) => ({
        label: t(`language.${one}`),
        checked: one === language,
        onSelect: () => void setLanguage(one),
      }))}
      renderTrigger={(trigger) => (
        <Trigger
          {...trigger}
          type="button"
          aria-label={`${t('language.title')}: ${t(`language.${language}`)}`}
        >
          <Languages size={18} strokeWidth={1.75} aria-hidden="true" />
          <span>{t(`language.${language}`)}</span>
        </Trigger>
      )}
    />
  );
}

const Trigger = styled.button`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  height: var(--control);
  min-width: var(--control);
  padding: 0 10px;
  border: 0;
  border-radius: var(--r1);
  background: none;
  color: var(--text-2);
  font-size: 13px;
  font-weight: 520;

  &:hover,
  &[aria-expanded='true'] {
    background: var(--hover);
    color: var(--text);
  }

  ${media.phone} {
    padding: 0;

    span {
      display: none;
    }
  }
`;
