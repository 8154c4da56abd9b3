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
  RadioGroup,
  refetchDocuments,
  Select,
  Stack,
  toast,
  useLanguage,
  useMutate,
  useName,
  useOptions,
  useRead,
  useRetriedRead,
  useText,
  useTextOf,
  useToday,
} from '#kernel/plugin-api/client.ts';
import { addDays, formatNumber } from '#kernel/domain/text/index.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { type Status, statuses } from '#plugins/applications/contract.ts';
import {
  batchesDocument,
  batchPreviewDocument,
  choicesDocument,
  neighborhoodsDocument,
  signatoriesDocument,
} from '../data/queries.ts';

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
  const options = useChoices();

  function submit(event: FormEvent<HTMLElement>): void {
    event.preventDefault();
    setShown(true);
    if (values.templateId === null || values.signatoryId === null) focusFirstWrong(event.currentTarget);
    else void start();
  }

  return (
    <Card>
      <Stack as="form" noValidate onSubmit={submit}>
        <LetterFields values={values} options={options} change={change} shown={shown} />
        <ApplicationFilters values={values} options={options} change={change} />
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
  readonly options: ReturnType<typeof useChoices>;
  readonly change: (part: Partial<Values>) => void;
}

interface LetterFieldsProps extends FieldsProps {
  /** Whether missing values are shown as errors. */
  readonly shown: boolean;
}

/** The template, the language and the signatory of the letters. */
function LetterFields({ values, options, change, shown }: LetterFieldsProps) {
  const t = useText('letters');
  const missing = (value: unknown, text: string) => (shown && value === null ? text : undefined);
  return (
    <>
      <Field
        label={t('batches.template')}
        required
        error={missing(values.templateId, t('batches.templateRequired'))}
      >
        <Combobox
          {...options.templates}
          placeholder={t('batches.chooseTemplate')}
          value={values.templateId}
          onChange={(templateId) => change({ templateId })}
        />
      </Field>
      <Field label={t('write.language')} group>
        <RadioGroup
          direction="row"
          value={values.language}
          options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChange={(language) => change({ language })}
        />
      </Field>
      <Field
        label={t('write.signatory')}
        required
        error={missing(values.signatoryId, t('write.signatoryRequired'))}
      >
        <Combobox
          {...options.signatories}
          placeholder={t('write.chooseSignatory')}
          value={values.signatoryId}
          onChange={(signatoryId) => change({ signatoryId })}
        />
      </Field>
    </>
  );
}

/** The filters for applications: status, days and neighbourhood. */
function ApplicationFilters({ values, options, change }: FieldsProps) {
  const t = useText('letters');
  return (
    <>
      <Field label={t('batches.status')}>
        <Select options={options.statuses} value={values.status} onChange={(status) => change({ status })} />
      </Field>
      <Field label={t('batches.neighborhood')}>
        <Combobox
          {...options.neighborhoods}
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

/** Returns the form's options. */
function useChoices() {
  const nameOf = useName();
  const translate = useTextOf(['letters', 'applications']);
  const templates = useRetriedRead(choicesDocument);
  const signatories = useRetriedRead(signatoriesDocument);
  const neighborhoods = useOptions(neighborhoodsDocument);
  return {
    templates: {
      options: (templates.data?.options ?? []).map((one) => ({ value: Number(one.id), label: nameOf(one) })),
      loading: templates.loading,
    },
    signatories: {
      options: (signatories.data?.signatories ?? []).map(({ id, name, position }) => ({
        value: Number(id),
        label: name,
        hint: position,
      })),
      loading: signatories.loading,
    },
    neighborhoods: { options: neighborhoods.options, loading: neighborhoods.loading },
    statuses: statuses.map((value) => ({ value, label: translate(`applications:status.${value}`) })),
  };
}
