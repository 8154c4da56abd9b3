import { styled } from 'styled-components';
import { confirm, refetchQueries, send, toast, toastError, useRead, useText } from '#kernel/client/index.ts';
import { Card, ErrorState, Field, RadioGroup, Skeleton, SkeletonGroup } from '#kernel/client/ui/index.ts';
import type { FactorPolicyAnswer } from '../../contract.ts';
import { factorDocument, factorPolicyDocument } from '../queries.ts';

type Policy = FactorPolicyAnswer['required'];

const policies: readonly Policy[] = ['nobody', 'super_admins', 'everyone'];

/** Of whom a second factor is asked; for super admins. */
export function PolicyCard() {
  const t = useText('admins');
  const { data, error, refetch } = useRead(factorPolicyDocument);
  return (
    <Card title={t('factor.policy.title')}>
      {data ? (
        <Choice policy={data.policy} />
      ) : error ? (
        <ErrorState
          compact
          title={t('factor.policy.failed')}
          text={error.text}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonGroup>
          <Skeleton width="70%" />
        </SkeletonGroup>
      )}
    </Card>
  );
}

function Choice({ policy: { required, without } }: { readonly policy: FactorPolicyAnswer }) {
  const t = useText('admins');
  const counts = { nobody: 0, ...without };

  async function choose(next: Policy): Promise<void> {
    const action = () => send('PUT', 'admins/second-factor', { required: next });
    try {
      // Those who have none can do nothing else from that moment on.
      const done =
        counts[next] === 0
          ? await action().then(() => true)
          : await confirm({
              title: t('factor.policy.confirmTitle'),
              text: t('factor.policy.confirmText', { count: counts[next] }),
              action,
            });
      if (done) toast.success(t('factor.policy.saved'));
    } catch (failure) {
      toastError(failure);
    }
    await refetchQueries(factorPolicyDocument, factorDocument);
  }

  return (
    <Stack>
      <Field group label={t('factor.policy.lead')}>
        <RadioGroup<Policy>
          value={required}
          onChange={(next) => void choose(next)}
          options={policies.map((value) => ({ value, label: t(`factor.policy.${value}`) }))}
        />
      </Field>
      {counts[required] > 0 ? <p>{t('factor.policy.without', { count: counts[required] })}</p> : null}
    </Stack>
  );
}

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s3);

  p {
    color: var(--text-2);
  }
`;
