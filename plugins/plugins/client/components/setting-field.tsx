import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import {
  Field,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TextArea,
  TextInput,
  useText,
} from '#kernel/plugin-api/client.ts';
import { kindOf, type FormValues, type JsonSchema, type SettingKind } from '../model/setting.ts';

/** The texts of a plugin's settings, by dotted path. */
export interface SettingWords {
  label(path: string): string;
  hint(path: string): string | undefined;
  option(path: string, value: string): string;
}

export interface SettingFieldProps {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly errors: Readonly<Record<string, string>>;
  readonly words: SettingWords;
  /** Notes beside its hint, such as that it is public or differs from the deployment. */
  readonly notes?: readonly string[] | undefined;
  /** A stored secret. */
  readonly isSet?: boolean | undefined;
}

/** One setting, with the control for its schema. */
export function SettingField(props: SettingFieldProps) {
  const { path, schema, value, onChange, errors, words, notes = [] } = props;
  const t = useText('plugins');
  const kind = kindOf(schema);
  const label = words.label(path);
  const hint = linesOf([
    words.hint(path) ?? schema.description,
    kind === 'lines' ? t('settings.onePerLine') : undefined,
    ...notes,
  ]);
  const error = errors[path] ?? firstUnder(errors, path);
  if (kind === 'switch') {
    return (
      <Switch
        label={label}
        hint={error ?? hint}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  if (kind !== 'group') {
    return (
      <Field label={label} hint={hint} error={error}>
        <SettingControl {...props} kind={kind} />
      </Field>
    );
  }
  return (
    <Group>
      <legend>{label}</legend>
      {hint === undefined ? null : <p>{hint}</p>}
      {Object.entries(schema.properties ?? {}).map(([key, part]) => (
        <SettingField
          key={key}
          path={`${path}.${key}`}
          schema={part}
          value={(value as FormValues | null)?.[key]}
          onChange={(next) => onChange({ ...(value as FormValues | null), [key]: next })}
          errors={errors}
          words={words}
        />
      ))}
    </Group>
  );
}

interface SettingControlProps extends SettingFieldProps {
  readonly kind: Exclude<SettingKind, 'switch' | 'group'>;
}

function SettingControl({ kind, path, schema, value, onChange, words, isSet }: SettingControlProps) {
  const t = useText('plugins');
  const text = String(value ?? '');
  const optionsOf = (values: readonly unknown[] = []) =>
    values.map((one) => ({ value: String(one), label: words.option(path, String(one)) }));
  switch (kind) {
    case 'number':
      return (
        <Short>
          <NumberInput
            value={typeof value === 'number' ? value : null}
            min={schema.minimum}
            max={schema.maximum}
            onChange={onChange}
          />
        </Short>
      );
    case 'choice':
      return <Select value={text} onChange={onChange} options={optionsOf(schema.enum)} />;
    case 'choices':
      return (
        <MultiSelect
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          options={optionsOf(schema.items?.enum)}
        />
      );
    case 'text':
      return (
        <TextInput
          value={text}
          maxLength={schema.maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'secret':
      return (
        <PasswordInput
          value={text}
          autoComplete="off"
          placeholder={isSet ? t('settings.secretSet') : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <TextArea
          value={text}
          spellCheck={kind === 'longText'}
          style={kind === 'json' ? { fontFamily: 'var(--font-mono)' } : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** The notes on a setting, one per line. */
function linesOf(texts: readonly (string | undefined)[]): ReactNode {
  const sentences = texts.filter((text) => text !== undefined && text !== '');
  if (sentences.length === 0) return undefined;
  return (
    <span>
      {sentences.map((text) => (
        <Description key={text}>{text}</Description>
      ))}
    </span>
  );
}

/** An error inside a list or a JSON text is shown at the field that contains it. */
function firstUnder(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(errors).find(
    ([key]) => /^\d/.test(key.slice(path.length + 1)) && key.startsWith(`${path}.`),
  )?.[1];
}

const Description = styled.span`
  display: block;
`;

const Short = styled.div`
  max-width: 180px;
`;

const Group = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: var(--s4);
  padding: var(--s3) var(--s4) var(--s4);
  border: 1px solid var(--line);
  border-radius: var(--r2);

  legend {
    padding: 0 6px;
    font-weight: 600;
  }

  p {
    color: var(--text-3);
  }
`;
