import { useState } from 'react';
import { get, type FieldValues, type Path } from 'react-hook-form';
import type { Language } from '#kernel/domain/text/languages.ts';
import { useLanguage } from '#kernel/client/i18n/language-store.ts';
import { Field } from '#kernel/client/ui/inputs/field/field.tsx';
import { TextInput } from '#kernel/client/ui/inputs/text/text-input.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import type { RecordForm } from './record-form.ts';

const maxLength = 200;

interface NameFieldsProps<Item, Values extends FieldValues> {
  readonly handle: RecordForm<Item, Values>;
  /** The label of the name, such as "Yoʻnalish nomi". */
  readonly label: string;
}

/**
 * A name for each language, behind a tab of its own, at first that of the interface; a tab says when something is wrong or
 * missing behind it.
 */
export function NameFields<Item, Values extends FieldValues>({
  handle,
  label,
}: NameFieldsProps<Item, Values>) {
  const { form, problem } = handle;
  const [shown, setShown] = useState<Language>(useLanguage().language);
  const values = form.watch();
  return (
    <LanguageTabs
      label={label}
      shown={shown}
      onShow={setShown}
      renderPanel={(language) => {
        const path = `${language}.name` as Path<Values>;
        const wrong = problem(path);
        return {
          wrong,
          isDone: String(get(values, path) ?? '').trim() !== '',
          content: (
            <Field label={label} required error={wrong}>
              <TextInput
                {...form.register(path)}
                key={path}
                lang={language}
                maxLength={maxLength}
                autoComplete="off"
              />
            </Field>
          ),
        };
      }}
    />
  );
}
