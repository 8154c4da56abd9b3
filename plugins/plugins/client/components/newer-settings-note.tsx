import { UserPen } from 'lucide-react';
import { Banner, useText } from '#kernel/plugin-api/client.ts';
import { kindOf, partAt, type JsonSchema } from '../model/setting.ts';
import type { SettingWords } from './setting-field.tsx';
import type { NewerSettings } from './use-settings-form.ts';

interface NewerSettingsNoteProps {
  readonly schema: JsonSchema;
  readonly newer: NewerSettings;
  readonly words: SettingWords;
}

/** A note that another user has saved these settings, with their values of the settings that were changed here too. */
export function NewerSettingsNote({ schema, newer: { values, contested }, words }: NewerSettingsNoteProps) {
  const t = useText('plugins');
  const textOf = useSettingText(words);
  return (
    <Banner tone="accepted" role="alert" icon={<UserPen />}>
      {t('settings.newer')}
      {contested.length === 0 ? null : (
        <>
          {' '}
          {t('settings.contested')}
          <ul>
            {contested.map((path) => {
              const { schema: part, value } = partAt(schema, values, path);
              return (
                <li key={path}>
                  {words.label(path)}: {textOf(part, path, value)}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Banner>
  );
}

function useSettingText({ option }: SettingWords) {
  const kernel = useText();
  return (part: JsonSchema, path: string, value: unknown): string => {
    const kind = kindOf(part);
    if (kind === 'switch') return kernel(value === true ? 'history.yes' : 'history.no');
    if (value === null || value === undefined || value === '') return kernel('history.nothing');
    if (kind === 'choice') return option(path, String(value));
    if (kind === 'choices' && Array.isArray(value)) {
      return value.map((one) => option(path, String(one))).join(', ') || kernel('history.nothing');
    }
    return String(value);
  };
}
