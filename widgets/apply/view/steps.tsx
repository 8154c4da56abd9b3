import { useId, useState } from 'react';
import { formatBytes } from '#kernel/domain/text/numbers.ts';
import { formatText } from '../../shared/format-text.ts';
import type { Api } from '../model/api.ts';
import { employmentStatuses, steps, typedFieldsOf, type FieldName, type Step } from '../model/draft.ts';
import { Field, onEnterKey } from './field.tsx';
import { Files } from './files.tsx';
import { IdentitySection, PersonFacts } from './identity-section.tsx';
import type { ViewProps } from './view-props.ts';

interface StepProps extends ViewProps {
  readonly api: Api;
  readonly onEnter: () => void;
}

/** The fields of a step, or the review of all of them. */
export function StepView(props: StepProps) {
  switch (props.state.draft.step) {
    case 'person':
      return <PersonStep {...props} />;
    case 'place':
      return <AddressStep {...props} />;
    case 'request':
      return (
        <>
          <Field {...props} name="planned_assistance" kind="area" required />
          <Files {...props} />
        </>
      );
    case 'review':
      return <ReviewStep {...props} />;
  }
}

function PersonStep(props: StepProps) {
  return (
    <>
      <IdentitySection {...props} />
      {props.state.draft.person ? null : (
        <>
          <Field {...props} name="last_name" required autoComplete="family-name" />
          <Field {...props} name="first_name" required autoComplete="given-name" />
          <Field {...props} name="father_name" autoComplete="additional-name" />
          <Field {...props} name="personal_number" kind="digits" />
          <Field {...props} name="passport" />
        </>
      )}
      <Field {...props} name="phone" kind="phone" required autoComplete="tel" />
    </>
  );
}

function AddressStep(props: StepProps) {
  const { state, texts, lang } = props;
  const neighborhoods = state.form?.neighborhoods ?? [];
  return (
    <>
      <Field
        {...props}
        name="neighborhood_id"
        required
        kind={{ options: neighborhoods.map((one) => ({ value: String(one.id), label: one[lang].name })) }}
      />
      <Field
        {...props}
        name="employment_status"
        required
        kind={{ options: employmentStatuses.map((value) => ({ value, label: texts.employment[value] })) }}
      />
      <Field {...props} name="salary" />
    </>
  );
}

/** The review of all fields, with links to each step, the phone check, and a note on sending. */
function ReviewStep(props: StepProps) {
  const { apply, texts } = props;
  return (
    <>
      {steps.slice(0, -1).map((step) => (
        <section key={step} className="ka-part">
          <h3>{texts.steps[step]}</h3>
          <button
            type="button"
            aria-label={formatText(texts.edit, { step: texts.steps[step] })}
            onClick={() => apply.goTo(step)}
          >
            {texts.editShort}
          </button>
          <Facts {...props} step={step} />
        </section>
      ))}
      <PhoneCheck {...props} />
      <p className="ka-hint">{texts.consent}</p>
    </>
  );
}

function Facts({ state, texts, lang, step }: StepProps & { readonly step: Step }) {
  const { fields, files, person } = state.draft;
  const filled = typedFieldsOf(step, state.draft).filter((name) => fields[name].trim() !== '');
  function textOf(name: FieldName): string {
    const text = fields[name].trim();
    if (name === 'employment_status')
      return (texts.employment as Readonly<Record<string, string>>)[text] ?? '';
    if (name !== 'neighborhood_id') return text;
    return state.form?.neighborhoods.find(({ id }) => String(id) === text)?.[lang].name ?? '';
  }
  return (
    <>
      {step === 'person' && person ? <PersonFacts person={person} texts={texts} /> : null}
      <dl>
        {filled.map((name) => (
          <div key={name}>
            <dt>{texts.fields[name]}</dt>
            <dd>{textOf(name)}</dd>
          </div>
        ))}
        {step === 'request' ? (
          <div>
            <dt>{texts.files.title}</dt>
            <dd>
              {files.length === 0
                ? texts.files.none
                : files.map(({ name, size }) => `${name} (${formatBytes(size, texts.byteUnits)})`).join(', ')}
            </dd>
          </div>
        ) : null}
      </dl>
    </>
  );
}

/** Confirms the phone number by a code; without a gateway a clerk confirms the identity. */
function PhoneCheck({ apply, state, texts }: StepProps) {
  const id = useId();
  const [code, setCode] = useState('');
  const { draft, form, busy, codeSent } = state;
  const { phone } = draft.fields;
  if (draft.person) return <p className="ka-note ka-good">{texts.identity.done}</p>;
  if (!form?.verifications.includes('phone')) return <p className="ka-note">{texts.unverified}</p>;
  if (draft.verifiedPhone === phone) return <p className="ka-note ka-good">{texts.phone.done}</p>;
  const check = () => void (code.trim() === '' ? undefined : apply.checkCode(code.trim()));
  return (
    <section className="ka-part ka-phone">
      <h3>{texts.phone.title}</h3>
      <p className="ka-hint">{formatText(texts.phone.hint, { phone })}</p>
      {codeSent ? (
        <div className="ka-field">
          <label htmlFor={id}>{texts.phone.code}</label>
          <input
            id={id}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
            onKeyDown={onEnterKey(check)}
          />
          <button type="button" disabled={busy !== null || code.length < 6} onClick={check}>
            {texts.phone.confirm}
          </button>
        </div>
      ) : null}
      <button type="button" disabled={busy !== null} onClick={() => void apply.sendCode()}>
        {busy === 'code' ? texts.phone.sending : codeSent ? texts.phone.sendAgain : texts.phone.send}
      </button>
    </section>
  );
}
