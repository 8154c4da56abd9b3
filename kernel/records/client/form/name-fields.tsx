import { useState } from 'react';
import { get, type FieldValues, type Path } from 'react-hook-form';
import { styled } from 'styled-components';
import { languages } from '#kernel/domain/text/languages.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useLanguage } from '#kernel/client/i18n/language-store.ts';
import { Field } from '#kernel/client/ui/inputs/field.tsx';
import { Tabs } from '#kernel/client/ui/layout/tabs.tsx';
import { TextInput } from '#kernel/client/ui/inputs/text-input.tsx';
import { VisuallyHidden } from '#kernel/client/ui/layout/visually-hidden.tsx';
import type { RecordForm } from './record-form.ts';

const most = 200;

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
  const t = useText();
  const { form, problem } = handle;
  const [shown, setShown] = useState<string>(useLanguage().language);
  const values = form.watch();
  return (
    <Tabs
      label={label}
      value={shown}
      onChange={setShown}
      tabs={languages.map((language) => {
        const path = `${language}.name` as Path<Values>;
        const wrong = problem(path);
        const isEmpty = String(get(values, path) ?? '').trim() === '';
        return {
          id: language,
          keep: true,
          label: (
            <>
              {t(`language.${language}`)}
              {wrong === undefined ? (
                <Mark data-done={!isEmpty || undefined} aria-hidden="true" />
              ) : (
                <Mark data-wrong="">
                  <VisuallyHidden>{wrong}</VisuallyHidden>
                </Mark>
              )}
            </>
          ),
          content: (
            <Field label={label} required error={wrong}>
              <TextInput
                {...form.register(path)}
                key={path}
                lang={language}
                maxLength={most}
                autoComplete="off"
              />
            </Field>
          ),
        };
      })}
    />
  );
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
