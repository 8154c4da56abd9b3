import { languages, type Language } from '#kernel/domain/text/languages.ts';
import {
  areSingleKeysOn,
  Card,
  type Density,
  Field,
  RadioGroup,
  setCountdownSeconds,
  setSingleKeys,
  Stack,
  Switch,
  type Theme,
  useCountdownSeconds,
  useDensity,
  useLanguage,
  useText,
  useTheme,
} from '#kernel/plugin-api/client.ts';

const themes: readonly Theme[] = ['light', 'dark'];
const densities: readonly Density[] = ['comfortable', 'compact'];

/** Chooses the language, the theme, the row density, and the behaviour of shortcuts and countdowns, in this browser. */
export function AppearanceCard() {
  const t = useText('settings');
  const { language, setLanguage } = useLanguage();
  const { theme, setTheme } = useTheme();
  const { density, setDensity } = useDensity();
  const hasSeconds = useCountdownSeconds();
  return (
    <Card title={t('appearance.title')}>
      <Stack>
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
        <Field group label={t('appearance.density')}>
          <RadioGroup<Density>
            direction="row"
            value={density}
            onChange={setDensity}
            options={densities.map((value) => ({ value, label: t(`appearance.densities.${value}`) }))}
          />
        </Field>
        <Switch
          label={t('appearance.singleKeys')}
          hint={t('appearance.singleKeysHint')}
          defaultChecked={areSingleKeysOn()}
          onChange={({ target }) => setSingleKeys(target.checked)}
        />
        <Switch
          label={t('appearance.countdownSeconds')}
          hint={t('appearance.countdownSecondsHint')}
          checked={hasSeconds}
          onChange={({ target }) => setCountdownSeconds(target.checked)}
        />
      </Stack>
    </Card>
  );
}
