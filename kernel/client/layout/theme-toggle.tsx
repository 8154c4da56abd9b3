import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../preferences/theme-store.ts';
import { useText } from '../i18n/i18n.ts';
import { IconButton } from '../ui/buttons/icon-button.tsx';

/** Goes to the other theme. */
export function ThemeToggle() {
  const t = useText();
  const { theme, setTheme } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={t(`theme.${other}`)}
      icon={theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      onClick={() => setTheme(other)}
    />
  );
}
