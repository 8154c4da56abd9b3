import { useEffect, useEffectEvent, useRef } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  Combobox,
  DateField,
  Field,
  media,
  useCapabilities,
  useDeployment,
  useName,
  useRead,
  useText,
  useToday,
} from '#kernel/plugin-api/client.ts';
import { addDays, dayAt, fullName } from '#kernel/domain/text/index.ts';
import type { ApplicationDetail } from '../../../../contract.ts';
import { tasksCapability } from '../../../../contract/tasks.ts';
import { receiversDocument } from '../../../data/queries.ts';

/** The fields of an application that a forward needs: its neighbourhood, whose admins may receive it, and its deadline. */
export type ForwardedApplication = Pick<ApplicationDetail, 'neighborhood_id' | 'cancel_time'>;

interface ReceiverFieldProps {
  readonly application: ForwardedApplication;
  readonly due: string | undefined;
  readonly onDue: (day: string) => void;
  readonly value: number | null;
  /** A receiver is required but none was chosen. */
  readonly missing: boolean;
  readonly onChange: (id: number | null) => void;
  /** Whether the receiver should take the focus. */
  readonly focused: boolean;
  readonly onFocused: () => void;
  /** The task is being sent: changes made now would not be sent, and would be deleted with its draft. */
  readonly sending: boolean;
}

/** The receiver of a task, among the admins who may receive it in the neighbourhood, and its due day. */
export function ReceiverField(props: ReceiverFieldProps) {
  const isTask = useCapabilities('applications').includes(tasksCapability);
  const fields = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => {
    fields.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
    props.onFocused();
  });
  useEffect(() => {
    if (props.focused) takeFocus();
  }, [props.focused]);
  return (
    <Fields ref={fields} inert={props.sending}>
      <Receiver {...props} />
      {isTask ? <Due {...props} /> : null}
    </Fields>
  );
}

/** The default days of a task; fewer if the application has fewer. */
const usualDays = 3;

function Due({ application, due, onDue }: ReceiverFieldProps) {
  const t = useText('applications');
  const { timeZone } = useDeployment();
  const today = useToday();
  const last = application.cancel_time && dayAt(Date.parse(application.cancel_time), timeZone);
  const usual = addDays(today, usualDays);
  const suggested = last && last >= today && last < usual ? last : usual;
  const suggest = useEffectEvent(() => onDue(suggested));
  useEffect(() => {
    if (due === undefined) suggest();
  }, [due]);
  return (
    <Field group label={t('composer.due')}>
      <DateField value={due ?? suggested} min={today} onChange={onDue} />
    </Field>
  );
}

function Receiver({
  application,
  value,
  missing,
  onChange,
}: Pick<ReceiverFieldProps, 'application' | 'value' | 'missing' | 'onChange'>) {
  const t = useText('applications');
  const nameOf = useName();
  const { data, error, loading, refetch } = useRead(receiversDocument, {
    variables: { id: String(application.neighborhood_id) },
  });
  const options = (data?.neighborhood.users ?? []).map((user) => ({
    value: Number(user.id),
    label: fullName(user),
    hint: nameOf(user.role) || undefined,
  }));
  const failed = error !== undefined && data === undefined;
  return (
    <Line>
      <Field
        label={t('composer.receiver')}
        required
        error={missing ? t('composer.receiverRequired') : failed ? error.text : undefined}
      >
        <Combobox
          options={options}
          loading={loading}
          value={value}
          onChange={onChange}
          placeholder={t('composer.receiverPlaceholder')}
          emptyText={data && options.length === 0 ? t('composer.noReceivers') : undefined}
        />
      </Field>
      {failed ? (
        <Button size="small" loading={loading} onClick={() => void refetch()}>
          {t('composer.reloadReceivers')}
        </Button>
      ) : null}
    </Line>
  );
}

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 420px) 190px;
  gap: 8px 12px;

  /* Delayed, so that a quick submit does not flicker. */
  &[inert] {
    opacity: 0.6;
    transition: opacity var(--fast) 0.5s;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Line = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 6px;

  > div {
    width: 100%;
  }
`;
