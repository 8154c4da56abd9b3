import { useId, useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  confirm,
  Field,
  ReadView,
  refetchQueries,
  RelativeTime,
  send,
  StatusBadge,
  submitOnCtrlEnter,
  TextArea,
  TextStack,
  toast,
  toastError,
  toRequestError,
  useDraft,
  useIsUnmounted,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import type { IntakeApplication } from '../../contract.ts';
import { intakeApplicationDocument } from '../data/queries.ts';

const maxAsk = 1000;

/** Beside an external application: its source, whether the identity is verified, and the requests to the citizen. */
export function IntakeCard({ application: { id } }: { readonly application: ApplicationDetail }) {
  const t = useText('intake');
  const read = useRead(intakeApplicationDocument, { variables: { id } });
  // Entered by staff: there is nothing to show, and nothing to wait for.
  if (!read.error && !read.data?.intakeApplication) return null;
  return (
    <Card title={t('origin.title')}>
      <ReadView read={read} failed={t('origin.failed')}>
        {({ intakeApplication }) =>
          intakeApplication ? <IntakeDetails id={id} intakeApplication={intakeApplication} /> : null
        }
      </ReadView>
    </Card>
  );
}

interface IntakeDetailsProps {
  readonly id: number;
  readonly intakeApplication: NonNullable<IntakeApplication>;
}

function IntakeDetails({ id, intakeApplication: { source, site, verified_by, asks } }: IntakeDetailsProps) {
  const t = useText('intake');

  function verify(): void {
    void confirm({
      title: t('origin.confirmTitle'),
      text: t('origin.confirmText'),
      action: async () => {
        try {
          await send('POST', `intake/applications/${id}/confirmation`);
          toast.success(t('origin.confirmed'));
          await refetchQueries(intakeApplicationDocument);
        } catch (error) {
          toastError(error);
        }
      },
    });
  }

  return (
    <TextStack $gap={12} $start>
      <p>{t(`origin.from.${source}`, { site })}</p>
      <StatusBadge tone={verified_by === null ? 'accepted' : 'completed'}>
        {t(`origin.verified.${verified_by ?? 'none'}`)}
      </StatusBadge>
      {verified_by === null ? <Button onClick={verify}>{t('origin.confirm')}</Button> : null}
      <Asks asks={asks} />
      <AskForm id={id} />
    </TextStack>
  );
}

function Asks({ asks }: Pick<NonNullable<IntakeApplication>, 'asks'>) {
  const t = useText('intake');
  if (asks.length === 0) return null;
  return (
    <List aria-label={t('origin.requests')}>
      {asks.map(({ id, text, created_at }) => (
        <li key={id}>
          <p>{text}</p>
          <small>
            <RelativeTime at={created_at} />
          </small>
        </li>
      ))}
    </List>
  );
}

/** Sends the citizen a request, which they read on the status page. */
function AskForm({ id }: { readonly id: number }) {
  const t = useText('intake');
  const kernel = useText();
  const form = useId();
  // Belongs to the application: deleted together with the applicant's data.
  const draft = useDraft(`applications.ask.${id}`, '');
  const { value: text, idempotencyKey } = draft;
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  const isUnmounted = useIsUnmounted();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending) return;
    if (text.trim() === '') return setProblem(t('origin.requestRequired'));
    if (text.trim().length > maxAsk) return setProblem(kernel('validation.too_long', { maximum: maxAsk }));
    setSending(true);
    try {
      await send('POST', `intake/applications/${id}/requests`, { text }, { idempotencyKey });
      await draft.clear();
      toast.success(t('origin.requested'));
      await refetchQueries(intakeApplicationDocument);
    } catch (error) {
      if (toRequestError(error).code === 'repeated_differently') draft.renewKey();
      if (isUnmounted()) toastError(error);
      else setProblem(toRequestError(error).text);
    } finally {
      setSending(false);
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the whole form
    <Form id={form} noValidate onSubmit={(event) => void submit(event)} onKeyDown={submitOnCtrlEnter}>
      <Field
        label={t('origin.request')}
        hint={t('origin.requestHint')}
        error={problem}
        counter={{ used: text.length, max: maxAsk }}
      >
        <TextArea
          value={text}
          readOnly={sending}
          onChange={(event) => {
            draft.setValue(event.target.value);
            setProblem('');
          }}
        />
      </Field>
      {text.trim() === '' ? null : (
        <Button type="submit" loading={sending}>
          {t('origin.send')}
        </Button>
      )}
    </Form>
  );
}

const List = styled.ul`
  width: 100%;

  li + li {
    margin-top: 8px;
    padding-top: 8px;
    border-top: 1px solid var(--line);
  }

  p {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }

  small {
    color: var(--text-2);
  }
`;

const Form = styled.form`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 8px;
  width: 100%;

  > div:first-child {
    width: 100%;
  }
`;
