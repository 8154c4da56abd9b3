import { useState } from 'react';
import { get, type Path } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  Field,
  type RecordForm,
  Stack,
  Tabs,
  TextArea,
  TextInput,
  useLanguage,
  useText,
  VisuallyHidden,
} from '#kernel/plugin-api/client.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import type { Entry, EntryBody } from '../../contract.ts';

type Handle = RecordForm<Entry, EntryBody>;

/**
 * Question, other ways to ask and answer, each language behind a tab that says when something is wrong behind it; the
 * language of the moment comes first.
 */
export function EntryTexts({ handle }: { readonly handle: Handle }) {
  const t = useText('chat');
  const kernel = useText();
  const { language: first } = useLanguage();
  const [shown, setShown] = useState<string>(first);
  const values = handle.form.watch();
  return (
    <Tabs
      label={t('entries.texts')}
      value={shown}
      onChange={setShown}
      tabs={[first, ...languages.filter((other) => other !== first)].map((language) => {
        const wrong = wrongIn(handle, language);
        const isDone = (['name', 'text'] as const).every((key) => get(values, `${language}.${key}`) !== '');
        return {
          id: language,
          keep: true,
          label: (
            <>
              {kernel(`language.${language}`)}
              {wrong === undefined ? (
                <Mark data-done={isDone || undefined} aria-hidden="true" />
              ) : (
                <Mark data-wrong="">
                  <VisuallyHidden>{wrong}</VisuallyHidden>
                </Mark>
              )}
            </>
          ),
          content: <Texts handle={handle} language={language} />,
        };
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
      <Field label={t('entries.asks')} hint={t('entries.asksHint')} error={asks.error}>
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

const Mark = styled.span`
  width: 7px;
  height: 7px;
  border-radius: 50%;
  box-shadow: inset 0 0 0 1.5px var(--line-control);

  &[data-done] {
    background: var(--completed);
    box-shadow: none;
  }

  &[data-wrong] {
    background: var(--rejected);
    box-shadow: none;
  }
`;
