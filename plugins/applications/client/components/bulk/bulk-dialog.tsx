import { type FormEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import {
  ProblemBanner,
  Button,
  Dialog,
  ErrorState,
  Field,
  RadioGroup,
  Skeleton,
  SkeletonGroup,
  Stack,
  useDiscardGuard,
  useText,
  useToday,
} from '#kernel/plugin-api/client.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { addDays, formatNumber } from '#kernel/domain/text/index.ts';
import type { BulkKind, BulkPreview } from '../../../contract/bulk.ts';
import { BulkFields } from './bulk-fields.tsx';
import { type BulkDraft, problemsOf, usePreview, useStart } from './use-bulk-form.ts';

interface BulkDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

/** The default days of a task. */
const usualDays = 3;

/** Shows the possible bulk actions on the selected applications, with counts and the reasons against the others; starts one. */
export function BulkDialog({ ids, onClose, onStarted }: BulkDialogProps) {
  const t = useText('applications');
  const { preview, error, retry } = usePreview(ids);
  const title = t('bulk.title', { total: formatNumber(ids.length) });
  if (preview) return <BulkForm {...{ ids, preview, title, onClose, onStarted }} />;
  return (
    <Dialog open onClose={onClose} title={title}>
      {error ? (
        <ErrorState title={t('bulk.previewFailed')} text={error.text} onRetry={retry} />
      ) : (
        <SkeletonGroup>
          <Stack $gap={12}>
            <Skeleton height={20} />
            <Skeleton height={20} />
            <Skeleton height={20} />
          </Stack>
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

interface BulkFormProps extends BulkDialogProps {
  readonly preview: BulkPreview;
  readonly title: string;
}

function BulkForm({ ids, preview, title, onClose, onStarted }: BulkFormProps) {
  const t = useText('applications');
  const form = useId();
  const today = useToday();
  const [tried, setTried] = useState(false);
  const [initial] = useState(() => draftFor(preview, today));
  const [draft, setDraft] = useState(initial);
  const { start, sending, failure } = useStart(ids, onStarted);
  const mayClose = useDiscardGuard({ isDirty: !sameValues(draft, initial), sending });
  const problems = problemsOf(draft);
  const { can, reasons } = outcomeOf(preview, draft);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (can > 0 && Object.keys(problems).length === 0 && !sending) void start(draft);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={mayClose}
      title={title}
      footer={
        <>
          <Button onClick={() => void mayClose().then((may) => may && onClose())} disabled={sending}>
            {t('bulk.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} loading={sending} disabled={can === 0}>
            {t('bulk.start', { count: can })}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={16} id={form} noValidate onSubmit={submit}>
        <KindField kinds={preview.kinds} draft={draft} onChange={setDraft} />
        <BulkFields
          draft={draft}
          onChange={setDraft}
          receivers={preview.receivers}
          today={today}
          total={can}
          hasTasks={hasTasks(preview, draft.kind)}
          problems={tried ? problems : {}}
        />
        {reasons.length > 0 ? <Ineligible reasons={reasons} count={ids.length - can} /> : null}
        <ProblemBanner>{failure}</ProblemBanner>
      </Stack>
    </Dialog>
  );
}

/** The draft for the first possible action. */
function draftFor({ kinds }: BulkPreview, today: string): BulkDraft {
  return {
    kind: kinds.find(({ can }) => can > 0)?.kind ?? 'accept',
    receiverId: null,
    message: '',
    due: addDays(today, usualDays),
    note: '',
    closeTasks: false,
  };
}

interface KindFieldProps extends Pick<BulkPreview, 'kinds'> {
  readonly draft: BulkDraft;
  readonly onChange: (draft: BulkDraft) => void;
}

/** The choice of the action; each says for how many applications it is possible. */
function KindField({ kinds, draft, onChange }: KindFieldProps) {
  const t = useText('applications');
  return (
    <Field group label={t('bulk.action')}>
      <RadioGroup<BulkKind>
        value={draft.kind}
        onChange={(kind) => onChange({ ...draft, kind })}
        options={kinds.map((one) => ({
          value: one.kind,
          label: t(`bulk.kinds.${one.kind}`),
          hint: one.can > 0 ? t('bulk.eligible', { count: one.can }) : t('bulk.noneEligible'),
          disabled: one.can === 0 && !one.problems.some(({ problem }) => problem === 'tasks_open'),
        }))}
      />
    </Field>
  );
}

interface IneligibleProps extends Pick<ReturnType<typeof outcomeOf>, 'reasons'> {
  readonly count: number;
}

/** The reasons for which the action is impossible for the other applications. */
function Ineligible({ reasons, count: total }: IneligibleProps) {
  const t = useText('applications');
  const title = t('bulk.ineligible', { count: total });
  return (
    <Reasons aria-label={title}>
      <p>{title}</p>
      <ul>
        {reasons.map(({ problem, count }) => (
          <li key={problem}>{t('bulk.problem', { text: t(`bulk.problems.${problem}`), count })}</li>
        ))}
      </ul>
    </Reasons>
  );
}

const hasTasks = (preview: BulkPreview, kind: BulkKind) =>
  preview.kinds.some(
    (one) => one.kind === kind && one.problems.some(({ problem }) => problem === 'tasks_open'),
  );

/** For how many applications an action is possible, and why not for the others. */
function outcomeOf(preview: BulkPreview, { kind, receiverId, closeTasks }: BulkDraft) {
  const found = preview.kinds.find((one) => one.kind === kind);
  const receiver =
    kind === 'forward' ? preview.receivers.find(({ id }) => Number(id) === receiverId) : undefined;
  const beyond = receiver && found ? found.can - receiver.can : 0;
  const closed = closeTasks
    ? (found?.problems.find(({ problem }) => problem === 'tasks_open')?.count ?? 0)
    : 0;
  const reasons = (found?.problems ?? []).filter(({ problem }) => !closeTasks || problem !== 'tasks_open');
  return {
    can: (found?.can ?? 0) - beyond + closed,
    reasons: beyond > 0 ? [...reasons, { problem: 'receiver_unfit' as const, count: beyond }] : reasons,
  };
}

const Reasons = styled.section`
  color: var(--text-2);
  font-size: 13px;

  p,
  ul {
    margin: 0;
  }

  ul {
    padding-left: 18px;
    list-style: disc;
  }
`;
