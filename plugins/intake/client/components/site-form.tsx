import { useId, type FormEvent } from 'react';
import {
  ProblemBanner,
  Button,
  Dialog,
  Field,
  focusFirstWrong,
  FormBody,
  NumberInput,
  Stack,
  submitOnCtrlEnter,
  TextArea,
  TextInput,
  useDiscardGuard,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Site, SiteSecrets } from '../../contract.ts';
import { useSiteForm } from './use-site-form.ts';

interface SiteFormProps {
  /** `null` for a new one. */
  readonly site: Site | null;
  readonly onClose: () => void;
  /** A new site was created, with its key. */
  readonly onMade: (made: SiteSecrets) => void;
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
    const container = event.target as HTMLElement;
    void submit().then(() => focusFirstWrong(container));
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
          <SiteFields values={values} problems={problems} change={change} />
        </FormBody>
        <ProblemBanner>{failure}</ProblemBanner>
      </Stack>
    </Dialog>
  );
}

/** The name, the origins, the rate and the webhook of a site. */
function SiteFields({
  values,
  problems,
  change,
}: Pick<ReturnType<typeof useSiteForm>, 'values' | 'problems' | 'change'>) {
  const t = useText('intake');
  return (
    <>
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
    </>
  );
}
