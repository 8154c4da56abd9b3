import { type FormEvent, useState } from 'react';
import {
  Button,
  Card,
  Combobox,
  confirm,
  DateField,
  ErrorState,
  Field,
  FieldNote,
  focusFirstWrong,
  refetchDocuments,
  Select,
  Stack,
  toast,
  useLanguage,
  useMutate,
  useOptions,
  useRead,
  useText,
  useTextOf,
  useToday,
} from '#kernel/plugin-api/client.ts';
import { addDays, formatNumber } from '#kernel/domain/text/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { type Status, statuses } from '#plugins/applications/contract.ts';
import { batchesDocument, batchPreviewDocument, neighborhoodsDocument } from '../data/queries.ts';
import { LanguageField, SignatoryField, useTemplateOptions } from '../letter/letter-fields.tsx';

interface Values {
  readonly templateId: number | null;
  readonly language: Language;
  readonly signatoryId: number | null;
  readonly status: Status;
  readonly neighborhood: number | null;
  readonly from: string;
  readonly to: string;
}

/** The form of a bulk job: the applications, the template, the language and the signatory. */
export function BatchForm() {
  const t = useText('letters');
  const { values, change, shown, setShown, sending, start, counted } = useBatchForm();
  const { preview } = counted;

  function submit(event: FormEvent<HTMLElement>): void {
    event.preventDefault();
    setShown(true);
    if (values.templateId === null || values.signatoryId === null) focusFirstWrong(event.currentTarget);
    else void start();
  }

  return (
    <Card>
      <Stack as="form" noValidate onSubmit={submit}>
        <LetterFields values={values} change={change} shown={shown} />
        <ApplicationFilters values={values} change={change} />
        <output>
          <FieldNote tone={preview?.capped ? 'unusual' : 'hint'}>
            {preview ? countText(t, preview) : null}
          </FieldNote>
        </output>
        {counted.error ? (
          <ErrorState
            compact
            title={t('batches.countFailed')}
            text={counted.error.text}
            onRetry={() => void counted.refetch()}
            retrying={counted.loading}
          />
        ) : null}
        <Button
          variant="primary"
          type="submit"
          loading={sending}
          // The user confirms the number, so it must be known.
          disabled={!sending && counted.isEnabled && (!preview || preview.count === 0 || preview.capped)}
        >
          {t('batches.start')}
        </Button>
      </Stack>
    </Card>
  );
}

interface FieldsProps {
  readonly values: Values;
  readonly change: (part: Partial<Values>) => void;
}

interface LetterFieldsProps extends FieldsProps {
  /** Whether missing values are shown as errors. */
  readonly shown: boolean;
}

/** The template, the language and the signatory of the letters. */
function LetterFields({ values, change, shown }: LetterFieldsProps) {
  const t = useText('letters');
  const templates = useTemplateOptions();
  return (
    <>
      <Field
        label={t('batches.template')}
        required
        error={shown && values.templateId === null ? t('batches.templateRequired') : undefined}
      >
        <Combobox
          {...templates}
          placeholder={t('batches.chooseTemplate')}
          value={values.templateId}
          onChange={(templateId) => change({ templateId })}
        />
      </Field>
      <LanguageField value={values.language} onChange={(language) => change({ language })} />
      <SignatoryField
        value={values.signatoryId}
        isMissing={shown && values.signatoryId === null}
        onChange={(signatoryId) => change({ signatoryId })}
      />
    </>
  );
}

/** The filters for applications: status, days and neighbourhood. */
function ApplicationFilters({ values, change }: FieldsProps) {
  const t = useText('letters');
  const translate = useTextOf(['letters', 'applications']);
  const { options, loading } = useOptions(neighborhoodsDocument);
  return (
    <>
      <Field label={t('batches.status')}>
        <Select
          options={statuses.map((value) => ({ value, label: translate(`applications:status.${value}`) }))}
          value={values.status}
          onChange={(status) => change({ status })}
        />
      </Field>
      <Field label={t('batches.neighborhood')}>
        <Combobox
          options={options}
          loading={loading}
          placeholder={t('batches.anyNeighborhood')}
          value={values.neighborhood}
          clearable
          onChange={(neighborhood) => change({ neighborhood })}
        />
      </Field>
      <Field label={t('batches.from')} group>
        <DateField value={values.from} max={values.to} onChange={(from) => from && change({ from })} />
      </Field>
      <Field label={t('batches.to')} group hint={t('batches.skipped')}>
        <DateField value={values.to} min={values.from} onChange={(to) => to && change({ to })} />
      </Field>
    </>
  );
}

function countText(
  t: ReturnType<typeof useText>,
  { count, capped }: { readonly count: number; readonly capped: boolean },
): string {
  if (count === 0) return t('batches.countNone');
  return t(capped ? 'batches.countCapped' : 'batches.count', { count, total: formatNumber(count) });
}

/** The values of the form, the number of matching applications, and the start of the job. */
function useBatchForm() {
  const t = useText('letters');
  const { language } = useLanguage();
  const today = useToday();
  const [shown, setShown] = useState(false);
  const { run, sending } = useMutate();
  const [values, setValues] = useState<Values>(() => ({
    templateId: null,
    language,
    signatoryId: null,
    status: 'completed',
    neighborhood: null,
    from: addDays(today, -30),
    to: today,
  }));
  const counted = usePreview(values);

  async function start(): Promise<void> {
    const count = counted.preview?.count ?? 0;
    const sure = await confirm({
      title: t('batches.startTitle', { count, total: formatNumber(count) }),
      text: t('batches.startText'),
      confirmLabel: t('batches.start'),
    });
    if (!sure) return;
    const { templateId, signatoryId, ...rest } = values;
    const body = { ...rest, template_id: templateId, signatory_id: signatoryId };
    if (await run('POST', 'letter-batches', body)) toast.success(t('batches.started'));
    // Also after a lost response, since it may have been started.
    await Promise.all([refetchDocuments(batchesDocument), counted.refetch()]);
  }

  return {
    values,
    change: (part: Partial<Values>) => setValues((now) => ({ ...now, ...part })),
    shown,
    setShown,
    sending,
    start,
    counted,
  };
}

/**
 * The number of matching applications; known once a template is chosen, since those that already have its
 * letter are left out.
 */
function usePreview({ templateId, neighborhood, status, from, to }: Values) {
  const query = new URLSearchParams({
    status,
    from,
    to,
    template_id: String(templateId ?? ''),
    ...(neighborhood === null ? {} : { neighborhood: String(neighborhood) }),
  });
  const isEnabled = templateId !== null;
  const { data, error, loading, refetch } = useRead(batchPreviewDocument, {
    variables: { query: query.toString() },
    skip: !isEnabled,
    policy: 'network-only',
  });
  const preview = isEnabled ? data?.preview : undefined;
  return { isEnabled, preview, error: isEnabled && !preview ? error : undefined, loading, refetch };
}
