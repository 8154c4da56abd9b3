import {
  Field,
  FormField,
  PassportNumberInput,
  PassportSeriesInput,
  PhoneInput,
  RecordDialog,
  type RecordForm,
  TextArea,
  TextInput,
  useRecordForm,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, normalizePassportSeries } from '#kernel/domain/text/index.ts';
import type { Application, ApplicationDetail } from '../../../contract.ts';
import { fieldLimits } from '../../model/accept-form.ts';
import {
  correctionBodyOf,
  correctionOf,
  correctionSchema,
  type CorrectionSent,
  type CorrectionValues,
} from '../../model/correction.ts';
import { applicationDocument, applicationsDocument } from '../../data/queries.ts';
import { EmploymentFields } from '../shared/employment-fields.tsx';
import { FieldGrid, FullWidth } from '../shared/field-grid.tsx';

interface CorrectDialogProps {
  readonly application: ApplicationDetail;
  readonly onClose: () => void;
}

type Handle = RecordForm<Application, CorrectionValues>;

/** Corrects an application, with a reason; on a conflict, the user sees both versions. */
export function CorrectDialog({ application, onClose }: CorrectDialogProps) {
  const t = useText('applications');
  const handle: Handle = useRecordForm<Application, CorrectionValues, CorrectionSent>({
    name: 'applications.correct',
    path: 'applications',
    record: application,
    schema: correctionSchema,
    valuesOf: correctionOf,
    bodyOf: correctionBodyOf,
    required: {
      planned_assistance: t('correct.request'),
      reason: t('correct.reasonRequired'),
    },
    saved: () => t('correct.done'),
    isMaskedInConflicts: true,
    documents: [applicationDocument, applicationsDocument],
    onDone: onClose,
  });
  const facts = (values: CorrectionValues) => [
    ...personFields.map((field) => ({
      label: t(`fields.${field}`),
      text: field === 'phone' && values.phone ? formatPhone(values.phone) : values[field],
    })),
    {
      label: t('fields.employment_status'),
      text: values.employment_status ? t(`employment.${values.employment_status}`) : '',
    },
    { label: t('fields.salary'), text: values.salary },
    { label: t('fields.planned_assistance'), text: values.planned_assistance },
    { label: t('correct.reason'), text: values.reason },
  ];
  return (
    <RecordDialog handle={handle} title={t('correct.title')} facts={facts} onClose={onClose}>
      <FieldGrid>
        <PersonFields handle={handle} />
        <RequestFields handle={handle} />
        <FullWidth>
          <Field
            label={t('correct.reason')}
            error={handle.problem('reason')}
            hint={t('correct.text')}
            required
          >
            <TextArea
              {...handle.form.register('reason')}
              rows={2}
              placeholder={t('correct.reasonPlaceholder')}
            />
          </Field>
        </FullWidth>
      </FieldGrid>
    </RecordDialog>
  );
}

const personFields = [
  'personal_number',
  'last_name',
  'first_name',
  'father_name',
  'phone',
  'passport_series',
  'passport_number',
] as const;

function PersonFields({ handle }: { readonly handle: Handle }) {
  const t = useText('applications');
  const { form, problem } = handle;
  const [number, passport] = form.watch(['personal_number', 'passport_number']);
  return (
    <>
      <FullWidth>
        <Field label={t('fields.personal_number')} error={problem('personal_number')}>
          <TextInput
            {...form.register('personal_number')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={fieldLimits.personal_number}
          />
        </Field>
      </FullWidth>
      {(['last_name', 'first_name', 'father_name'] as const).map((name) => (
        <Field key={name} label={t(`fields.${name}`)} error={problem(name)} required={name !== 'father_name'}>
          <TextInput {...form.register(name)} maxLength={fieldLimits.name} autoComplete="off" />
        </Field>
      ))}
      <FormField control={form.control} name="phone" label={t('fields.phone')} error={problem('phone')}>
        {(field) => <PhoneInput {...field} autoComplete="off" />}
      </FormField>
      <Field label={t('fields.passport_series')} error={problem('passport_series')}>
        <PassportSeriesInput {...form.register('passport_series', { setValueAs: normalizePassportSeries })} />
      </Field>
      <Field label={t('fields.passport_number')} error={problem('passport_number')}>
        <PassportNumberInput {...form.register('passport_number')} />
      </Field>
      {number === '' && passport === '' ? (
        <FullWidth>
          <Field
            label={t('fields.no_document_reason')}
            error={problem('no_document_reason')}
            hint={t('accept.noDocumentHint')}
            required
          >
            <TextArea {...form.register('no_document_reason')} rows={2} />
          </Field>
        </FullWidth>
      ) : null}
    </>
  );
}

function RequestFields({ handle }: { readonly handle: Handle }) {
  const t = useText('applications');
  const { form, problem } = handle;
  const used = form.watch('planned_assistance').length;
  return (
    <>
      <EmploymentFields
        control={form.control}
        name="employment_status"
        status={form.watch('employment_status')}
        salary={form.register('salary')}
        problem={problem}
      />
      <FullWidth>
        <Field
          label={t('fields.planned_assistance')}
          error={problem('planned_assistance')}
          counter={{ used, max: fieldLimits.planned_assistance }}
          required
        >
          <TextArea {...form.register('planned_assistance')} rows={3} maxHeight={240} />
        </Field>
      </FullWidth>
    </>
  );
}
