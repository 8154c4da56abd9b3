import { useId, useState, type FormEvent } from 'react';
import { problemsOf } from '#kernel/plugin-api/contract.ts';
import {
  Banner,
  Button,
  Dialog,
  Field,
  focusFirstWrong,
  FormBody,
  NumberInput,
  refetchQueries,
  send,
  Stack,
  submitOnCtrlEnter,
  TextArea,
  TextInput,
  toast,
  toRequestError,
  useDiscardGuard,
  useText,
} from '#kernel/plugin-api/client.ts';
import { siteBodySchema, type Site, type SiteBody, type SiteSecrets } from '../../contract.ts';
import { sitesDocument } from '../data/queries.ts';

interface SiteFormProps {
  /** `null` for a new one. */
  readonly site: Site | null;
  readonly onClose: () => void;
  /** A new site has its key. */
  readonly onMade: (made: SiteSecrets) => void;
}

interface Values {
  readonly name: string;
  /** An origin in each line. */
  readonly origins: string;
  readonly rate: number | null;
  readonly webhook: string;
}

const usualRate = 600;

function valuesOf(site: Site | null): Values {
  return {
    name: site?.name ?? '',
    origins: site?.origins.join('\n') ?? '',
    rate: site?.rate ?? usualRate,
    webhook: site?.webhook ?? '',
  };
}

function bodyOf({ name, origins, rate, webhook }: Values): unknown {
  const lines = origins.split(/[\s,;]+/).filter((line) => line !== '');
  return { name, origins: lines, rate, webhook };
}

/** Adds a site with a key, or changes its limits. */
export function SiteForm({ site, onClose, onMade }: SiteFormProps) {
  const t = useText('intake');
  const form = useId();
  const { values, problems, failure, sending, isDirty, change, submit } = useSiteForm(site, (made) =>
    made ? onMade(made) : onClose(),
  );
  const mayClose = useDiscardGuard({ isDirty, sending });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const place = event.target as HTMLElement;
    void submit().then(() => focusFirstWrong(place));
  }

  async function confirmClose(): Promise<void> {
    if (await mayClose()) onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={mayClose}
      title={t(site === null ? 'form.addTitle' : 'form.editTitle')}
      footer={
        <>
          <Button onClick={() => void confirmClose()}>{t('form.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={sending}>
            {t(site === null ? 'form.add' : 'form.save')}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the whole form */}
      <Stack as="form" id={form} noValidate onSubmit={onSubmit} onKeyDown={submitOnCtrlEnter}>
        <FormBody submitting={sending}>
          <Field label={t('form.name')} hint={t('form.nameHint')} required error={problems['name']}>
            <TextInput
              value={values.name}
              maxLength={100}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <Field label={t('form.origins')} hint={t('form.originsHint')} error={problems['origins']}>
            <TextArea
              value={values.origins}
              spellCheck={false}
              onChange={({ target }) => change({ origins: target.value })}
            />
          </Field>
          <Field label={t('form.rate')} hint={t('form.rateHint')} required error={problems['rate']}>
            <NumberInput value={values.rate} min={1} max={100_000} onChange={(rate) => change({ rate })} />
          </Field>
          <Field label={t('form.webhook')} hint={t('form.webhookHint')} error={problems['webhook']}>
            <TextInput
              type="url"
              value={values.webhook}
              maxLength={500}
              spellCheck={false}
              onChange={({ target }) => change({ webhook: target.value })}
            />
          </Field>
        </FormBody>
        {failure === null ? null : (
          <Banner tone="rejected" role="alert">
            {failure}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}

type FieldProblems = Readonly<Record<string, string>>;

/** Reads the values as the body of the call; with a text for each field that is wrong. */
function useCheck() {
  const translate = useText();
  return (values: Values): { readonly body: SiteBody | null; readonly problems: FieldProblems } => {
    const read = siteBodySchema.safeParse(bodyOf(values), { reportInput: true });
    if (read.success) return { body: read.data, problems: {} };
    const problems = Object.entries(problemsOf(read.error.issues)).map(([path, { key, params }]) => [
      // A line of the origins belongs to their field.
      path.split('.')[0] ?? path,
      translate(key, { ...(params as Record<string, string | number>) }),
    ]);
    return { body: null, problems: Object.fromEntries(problems) as FieldProblems };
  };
}

/** Holds, checks and sends what was typed; `onDone` gets the key of a new site. */
function useSiteForm(site: Site | null, onDone: (made: SiteSecrets | null) => void) {
  const t = useText('intake');
  const check = useCheck();
  const [values, setValues] = useState(() => valuesOf(site));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  async function save(body: SiteBody): Promise<void> {
    if (site) {
      await send('PUT', `intake/sites/${site.id}`, body);
      toast.success(t('form.saved'));
      onDone(null);
    } else {
      onDone(await send<SiteSecrets>('POST', 'intake/sites', body));
    }
    await refetchQueries(sitesDocument);
  }

  async function submit(): Promise<void> {
    const checked = check(values);
    setProblems(checked.problems);
    setFailure(null);
    if (!checked.body || sending) return;
    setSending(true);
    try {
      await save(checked.body);
    } catch (error) {
      const { fields, text } = toRequestError(error);
      setProblems(fields);
      setFailure(text);
      setSending(false);
    }
  }

  function change(changes: Partial<Values>): void {
    setValues({ ...values, ...changes });
    const left = Object.entries(problems).filter(([name]) => !Object.hasOwn(changes, name));
    setProblems(Object.fromEntries(left));
  }

  const isDirty = JSON.stringify(values) !== JSON.stringify(valuesOf(site));
  return { values, problems, failure, sending, isDirty, change, submit };
}
