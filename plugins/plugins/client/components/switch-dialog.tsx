import { useState } from 'react';
import {
  ProblemBanner,
  Button,
  Dialog,
  ErrorState,
  refetchQueries,
  type RequestError,
  send,
  Skeleton,
  SkeletonGroup,
  toast,
  toRequestError,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Plan, SwitchBody } from '../../contract.ts';
import { planDocument, pluginDocument, pluginsDocument } from '../data/queries.ts';
import { usePluginTexts } from '../data/use-plugin-texts.ts';
import { PlanView } from './plan-view.tsx';

/** The requested change: a plugin, enabled or disabled. */
export interface RequestedSwitch {
  readonly id: string;
  readonly on: boolean;
}

export interface SwitchDialogProps {
  readonly requested: RequestedSwitch;
  readonly onClose: () => void;
}

/** Shows the effects of enabling or disabling a plugin, and does it after confirmation. */
export function SwitchDialog({ requested: { id, on }, onClose }: SwitchDialogProps) {
  const t = useText('plugins');
  const { nameOf } = usePluginTexts();
  const read = useRead(planDocument, { variables: { id, enabled: on }, policy: 'network-only' });
  const { newer, failure, working, agree } = useSwitch({ id, on }, onClose);
  const plan = newer ?? read.data?.plan ?? null;
  const verb = on ? 'on' : 'off';
  const name = nameOf(id);
  const forbidden = plan !== null && plan.forbidden.length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !working}
      title={t(forbidden ? `cannot.${verb}` : `confirm.${verb}`, { name })}
      footer={
        <>
          <Button disabled={working} onClick={onClose}>
            {t(forbidden ? 'close' : 'cancel')}
          </Button>
          {forbidden ? null : (
            <Button
              variant={on ? 'primary' : 'danger'}
              disabled={plan === null}
              loading={working}
              onClick={() => plan && void agree(plan)}
            >
              {t(`switch.${verb}`)}
            </Button>
          )}
        </>
      }
    >
      {read.error && plan === null ? (
        <ErrorState compact title={t('failed')} text={read.error.text} onRetry={() => void read.refetch()} />
      ) : plan === null ? (
        <SkeletonGroup>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </SkeletonGroup>
      ) : (
        <>
          <ProblemBanner>{failure?.text}</ProblemBanner>
          <PlanView plan={plan} />
        </>
      )}
    </Dialog>
  );
}

/** Enables or disables a plugin as a plan says; `newer` is the plan of the server if it differs from that one. */
function useSwitch({ id, on }: RequestedSwitch, onDone: () => void) {
  const t = useText('plugins');
  const { nameOf } = usePluginTexts();
  const [newer, setNewer] = useState<Plan | null>(null);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [working, setWorking] = useState(false);

  async function agree(plan: Plan): Promise<void> {
    setWorking(true);
    setFailure(null);
    try {
      const body: SwitchBody = { enabled: on, with: [...plan.also] };
      await send('PUT', `plugins/${id}`, body);
      toast.success(t(`switched.${on ? 'on' : 'off'}`, { name: nameOf(id) }));
      onDone();
      await refetchQueries(pluginsDocument, pluginDocument);
    } catch (error) {
      const problem = toRequestError(error);
      setFailure(problem);
      // Its effects have changed since the plan was shown: the user has to review them first.
      setNewer((problem.body as { plan?: Plan } | null)?.plan ?? newer);
    } finally {
      setWorking(false);
    }
  }

  return { newer, failure, working, agree };
}
