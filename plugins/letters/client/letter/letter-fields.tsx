import { Combobox, Field, RadioGroup, useName, useRetriedRead, useText } from '#kernel/plugin-api/client.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { choicesDocument, signatoriesDocument } from '../data/queries.ts';

/** The options of a field with the templates of letters. */
export function useTemplateOptions() {
  const nameOf = useName();
  const { data, loading } = useRetriedRead(choicesDocument);
  const options = (data?.options ?? []).map((one) => ({ value: Number(one.id), label: nameOf(one) }));
  return { options, loading };
}

interface LanguageFieldProps {
  readonly value: Language;
  readonly onChange: (language: Language) => void;
}

/** The language in which letters are written. */
export function LanguageField({ value, onChange }: LanguageFieldProps) {
  const t = useText('letters');
  return (
    <Field label={t('write.language')} group>
      <RadioGroup
        direction="row"
        value={value}
        options={languages.map((language) => ({ value: language, label: t(`languages.${language}`) }))}
        onChange={onChange}
      />
    </Field>
  );
}

interface SignatoryFieldProps {
  readonly value: number | null;
  /** Shows that nobody is chosen, as an error. */
  readonly isMissing: boolean;
  readonly onChange: (id: number | null) => void;
}

/** Who signs the letters. */
export function SignatoryField({ value, isMissing, onChange }: SignatoryFieldProps) {
  const t = useText('letters');
  const { data, loading } = useRetriedRead(signatoriesDocument);
  return (
    <Field label={t('write.signatory')} required error={isMissing ? t('write.signatoryRequired') : undefined}>
      <Combobox
        placeholder={t('write.chooseSignatory')}
        options={(data?.signatories ?? []).map(({ id, name, position }) => ({
          value: Number(id),
          label: name,
          hint: position,
        }))}
        loading={loading}
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}
