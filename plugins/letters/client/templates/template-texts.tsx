import { Controller } from 'react-hook-form';
import {
  Field,
  LanguageTabs,
  type RecordForm,
  Stack,
  TextInput,
  useLanguage,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { hasText, type Template, type TemplateFormBody } from '../../contract.ts';
import { LazyEditor } from '../editor/lazy-editor.tsx';

type Handle = RecordForm<Template, TemplateFormBody>;

interface TemplateTextsProps {
  readonly handle: Handle;
  /** The visible language. */
  readonly shown: Language;
  readonly onShow: (language: Language) => void;
}

/** Name, subject and text, each language in a tab that shows whether it has errors; the current language comes first. */
export function TemplateTexts({ handle, shown, onShow }: TemplateTextsProps) {
  const t = useText('letters');
  const { language: first } = useLanguage();
  const values = handle.form.watch();
  return (
    <LanguageTabs
      label={t('templates.texts')}
      shown={shown}
      onShow={onShow}
      first={first}
      renderPanel={(language) => ({
        wrong: wrongIn(handle, language),
        isDone: values[language].name !== '' && hasText(values[`body_${language}`]),
        content: <Texts handle={handle} language={language} />,
      })}
    />
  );
}

function Texts({ handle, language }: { readonly handle: Handle; readonly language: Language }) {
  const t = useText('letters');
  const { form, problem } = handle;
  const isLetter = form.watch('kind') === 'letter';
  const body = `body_${language}` as const;
  const wrong = problem(body);
  return (
    <Stack>
      <Field label={t('templates.name')} required error={problem(`${language}.name`)}>
        <TextInput
          {...form.register(`${language}.name`)}
          lang={language}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      {isLetter ? (
        <Field label={t('templates.subject')} required error={problem(`${language}.subject`)}>
          <TextInput
            {...form.register(`${language}.subject`)}
            lang={language}
            maxLength={300}
            autoComplete="off"
          />
        </Field>
      ) : null}
      <Field group label={t('templates.body')} required error={wrong}>
        <Controller
          control={form.control}
          name={body}
          render={({ field: { value, onChange, onBlur } }) => (
            <LazyEditor
              mode="template"
              isReply={!isLetter}
              label={t('templates.body')}
              language={language}
              value={value}
              invalid={wrong !== undefined}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
      </Field>
    </Stack>
  );
}

function wrongIn({ problem }: Handle, language: Language): string | undefined {
  return problem(`${language}.name`) ?? problem(`${language}.subject`) ?? problem(`body_${language}`);
}
