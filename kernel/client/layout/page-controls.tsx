import { styled } from 'styled-components';
import type { Language } from '#kernel/domain/text/languages.ts';
import { useText } from '../i18n/i18n.ts';
import { languageOrder, useLanguage } from '../i18n/language-store.ts';
import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../preferences/preferences.ts';
import { IconButton } from '../ui/index.ts';

/** Language buttons side by side, for pages with room where a menu is not worth its code. */
export function LanguageButtons() {
  const t = useText();
  const { language, setLanguage } = useLanguage();
  return (
    <Group aria-label={t('language.title')}>
      {languageOrder.map((one: Language) => (
        <Choice
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => void setLanguage(one)}
        >
          {t(`language.${one}`)}
        </Choice>
      ))}
    </Group>
  );
}

/** Toggles the theme. */
export function ThemeToggle() {
  const t = useText();
  const { theme, setTheme } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={t(`theme.${other}`)}
      icon={theme === 'dark' ? <Sun /> : <Moon />}
      onClick={() => setTheme(other)}
    />
  );
}

const Group = styled.fieldset`
  display: flex;
  gap: 2px;
`;

const Choice = styled.button`
  min-height: var(--target);
  padding: 0 10px;
  border-radius: var(--r1);
  color: var(--text-2);
  font-size: 13px;

  &:hover {
    background: var(--hover);
  }

  &[aria-pressed='true'] {
    color: var(--text);
    font-weight: 600;
  }
`;
