import { styled } from 'styled-components';
import { Button, Combobox, Field, useName, useRead, useText } from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { receiversDocument } from '../../../queries.ts';

interface ReceiverFieldProps {
  readonly neighborhoodId: number;
  readonly value: number | null;
  /** One was needed, and none was chosen. */
  readonly missing: boolean;
  readonly onChange: (id: number | null) => void;
}

/** For whom a task is: one of those who may receive it in the neighbourhood. */
export function ReceiverField({ neighborhoodId, value, missing, onChange }: ReceiverFieldProps) {
  const t = useText('applications');
  const nameOf = useName();
  const { data, error, loading, refetch } = useRead(receiversDocument, {
    variables: { id: String(neighborhoodId) },
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

const Line = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 6px;

  > div {
    width: 100%;
    max-width: 420px;
  }
`;
