import { useState } from 'react';
import { get, type Path } from 'react-hook-form';
import {
  Field,
  LanguageTabs,
  type RecordForm,
  Stack,
  TextArea,
  TextInput,
  useLanguage,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Entry, EntryBody } from '../../contract.ts';

type Handle = RecordForm<Entry, EntryBody>;

/**
 * Question, other phrasings and answer, each language in a tab that shows whether it has errors; the current
 * language comes first.
 */
export function EntryTexts({ handle }: { readonly handle: Handle }) {
  const t = useText('chat');
  const { language: first } = useLanguage();
  const [shown, setShown] = useState(first);
  const values = handle.form.watch();
  return (
    <LanguageTabs
      label={t('entries.texts')}
      shown={shown}
      onShow={setShown}
      first={first}
      renderPanel={(language) => ({
        wrong: wrongIn(handle, language),
        isDone: (['name', 'text'] as const).every((key) => get(values, `${language}.${key}`) !== ''),
        content: <Texts handle={handle} language={language} />,
      })}
    />
  );
}

function Texts({ handle, language }: { readonly handle: Handle; readonly language: Language }) {
  const t = useText('chat');
  const { form, problem } = handle;
  const field = <Key extends keyof EntryBody[Language]>(key: Key) => {
    const path = `${language}.${key}` as Path<EntryBody>;
    return { error: problem(path), control: { ...form.register(path), lang: language, autoComplete: 'off' } };
  };
  const name = field('name');
  const asks = field('asks');
  const text = field('text');
  return (
    <Stack>
      <Field label={t('entries.name')} required error={name.error}>
        <TextInput {...name.control} maxLength={200} />
      </Field>
      <Field label={t('entries.phrasings')} hint={t('entries.phrasingsHint')} error={asks.error}>
        <TextArea {...asks.control} rows={4} maxHeight={260} />
      </Field>
      <Field label={t('entries.text')} hint={t('entries.textHint')} required error={text.error}>
        <TextArea {...text.control} rows={9} maxHeight={520} />
      </Field>
    </Stack>
  );
}

function wrongIn({ problem }: Handle, language: Language): string | undefined {
  return (['name', 'asks', 'text'] as const)
    .map((key) => problem(`${language}.${key}`))
    .find((wrong) => wrong !== undefined);
}
