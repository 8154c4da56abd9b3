import { useId, type KeyboardEvent } from 'react';
import { maxLengths, type FieldName } from '../model/draft.ts';
import { formatText } from '../../shared/format-text.ts';
import type { ViewProps } from './view-props.ts';

/** The kind of a field's control. */
type Kind = 'text' | 'digits' | 'phone' | 'area' | { readonly options: readonly Option[] };

interface Option {
  readonly value: string;
  readonly label: string;
}

interface FieldProps extends ViewProps {
  readonly name: FieldName;
  readonly kind?: Kind;
  readonly required?: boolean;
  /** The `autocomplete` token for browsers. */
  readonly autoComplete?: string;
  readonly onEnter: () => void;
}

/** A field: its label, a control, a hint, and its problem. */
export function Field(props: FieldProps) {
  const { state, texts, name, required = false } = props;
  const id = useId();
  const problem = state.problems[name];
  const lengths = { maximum: maxLengths[name], length: state.draft.fields[name].trim().length };
  const text = typeof problem === 'string' ? formatText(texts.problems[problem], lengths) : problem?.text;
  const wrong = text ?? null;
  const hint = (texts.hints as Readonly<Record<string, string>>)[name];
  const describedBy = [wrong === null ? null : `${id}-wrong`, hint ? `${id}-hint` : null]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="ka-field" data-wrong={wrong === null ? undefined : true}>
      <label htmlFor={id}>
        {texts.fields[name]}
        {required ? (
          <span className="ka-star" aria-hidden="true">
            *
          </span>
        ) : null}
      </label>
      {hint ? (
        <p className="ka-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <Control {...props} id={id} describedBy={describedBy} isWrong={wrong !== null} />
      {wrong === null ? null : (
        <p className="ka-wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}

interface ControlProps extends FieldProps {
  readonly id: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
}

function Control(props: ControlProps) {
  const { apply, state, texts, name, kind = 'text', required = false, autoComplete = 'off' } = props;
  const shared = {
    id: props.id,
    value: state.draft.fields[name],
    'aria-describedby': props.describedBy || undefined,
    'aria-invalid': props.isWrong || undefined,
    'aria-required': required || undefined,
    disabled: state.busy === 'submit',
  };
  const change = (value: string) => apply.change(name, value);
  if (kind === 'area') {
    return <textarea {...shared} rows={5} onChange={({ target }) => change(target.value)} />;
  }
  if (typeof kind === 'object') {
    return (
      <select {...shared} onChange={({ target }) => change(target.value)}>
        <option value="">{texts.choose}</option>
        {kind.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      type={kind === 'phone' ? 'tel' : 'text'}
      inputMode={kind === 'digits' ? 'numeric' : undefined}
      autoComplete={autoComplete}
      spellCheck={false}
      maxLength={maxLengths[name]}
      onChange={({ target }) => change(target.value)}
      onKeyDown={onEnterKey(props.onEnter)}
    />
  );
}

/** The frame's sandbox forbids submitting forms, so Enter is handled here. */
export function onEnterKey(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
}
