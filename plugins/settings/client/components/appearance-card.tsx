import { styled } from 'styled-components';
import { languages, type Language } from '#kernel/contract/index.ts';
import { useLanguage, useText, useTheme } from '#kernel/client/index.ts';
import { Card, Field, RadioGroup, type Theme } from '#kernel/client/ui/index.ts';

const themes: readonly Theme[] = ['light', 'dark'];

/** Chooses the language and the theme of this browser. */
export function AppearanceCard() {
  const t = useText('settings');
  const { language, setLanguage } = useLanguage();
  const { theme, setTheme } = useTheme();
  return (
    <Card title={t('appearance.title')}>
      <Fields>
        <Field group label={t('appearance.language')}>
          <RadioGroup<Language>
            direction="row"
            value={language}
            onChange={(next) => void setLanguage(next)}
            options={languages.map((value) => ({ value, label: t(`appearance.languages.${value}`) }))}
          />
        </Field>
        <Field group label={t('appearance.theme')}>
          <RadioGroup<Theme>
            direction="row"
            value={theme}
            onChange={setTheme}
            options={themes.map((value) => ({ value, label: t(`appearance.themes.${value}`) }))}
          />
        </Field>
      </Fields>
    </Card>
  );
}

const Fields = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s4);
`;
