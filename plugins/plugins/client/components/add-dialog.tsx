import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Banner,
  ProblemBanner,
  Button,
  Dialog,
  FilePicker,
  ProgressBar,
  ProofDialog,
  Stack,
  useBytes,
  useText,
} from '#kernel/plugin-api/client.ts';
import { maxArchiveBytes } from '#kernel/domain/values/limits.ts';
import { type AddState, useAddPlugin } from './use-add-plugin.ts';
import { ExternalPluginPlanView, Rejections } from './external-plan.tsx';

export interface AddDialogProps {
  readonly onClose: () => void;
  /** The plugin is installed but disabled, and should be enabled. */
  readonly onEnable: (id: string) => void;
}

/** Adds an external plugin, or a new version of one; nothing changes until the user agrees to its plan. */
export function AddDialog({ onClose, onEnable }: AddDialogProps) {
  const t = useText('plugins');
  const adding = useAddPlugin();
  const { state } = adding;

  function close(): void {
    adding.cancel();
    onClose();
  }

  if (state.step === 'asking') {
    const { id, version } = state.plan;
    return (
      <ProofDialog
        title={t('add.proofTitle', { id, version })}
        text={t('add.proofText')}
        submit={t('add.submit')}
        onSubmit={(proof) => adding.install(state, proof)}
        onClose={() => adding.back(state)}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={close}
      title={titleOf(state, t)}
      footer={
        <>
          <Button onClick={close}>
            {t(state.step === 'done' ? (state.isOn ? 'close' : 'add.later') : 'cancel')}
          </Button>
          {state.step === 'refused' ? <Button onClick={adding.again}>{t('add.other')}</Button> : null}
          {state.step === 'planned' && state.hasFactor ? (
            <Button variant="primary" onClick={() => adding.requestProof(state)}>
              {t('add.submit')}
            </Button>
          ) : null}
          {state.step === 'done' && !state.isOn ? (
            <Button variant="primary" onClick={() => onEnable(state.plan.id)}>
              {t('add.enable')}
            </Button>
          ) : null}
        </>
      }
    >
      <StepView state={state} onFile={(file) => void adding.examine(file)} />
    </Dialog>
  );
}

function titleOf(state: AddState, t: ReturnType<typeof useText>): string {
  switch (state.step) {
    case 'planned':
      return t('add.planned', { id: state.plan.id, version: state.plan.version });
    case 'refused':
      return t('add.rejected');
    case 'done':
      return t('add.done', { id: state.plan.id, version: state.plan.version });
    default:
      return t('add.title');
  }
}

function StepView({ state, onFile }: { readonly state: AddState; readonly onFile: (file: File) => void }) {
  const t = useText('plugins');
  const formatBytes = useBytes();
  switch (state.step) {
    case 'choose':
      return (
        <Stack $gap={12}>
          <ProblemBanner>{state.failure?.text}</ProblemBanner>
          <p>{t('add.lead')}</p>
          <FilePicker
            files={[]}
            maxFiles={1}
            onFiles={([file]) => {
              if (file) onFile(file);
            }}
            label={t('add.pick')}
            hint={t('add.hint', { size: formatBytes(maxArchiveBytes) })}
          />
        </Stack>
      );
    case 'checking':
      return (
        <Stack $gap={12}>
          <Name>{t(state.progress < 1 ? 'add.sending' : 'add.checking', { name: state.file.name })}</Name>
          <ProgressBar
            label={t('add.title')}
            tone="accent"
            thick
            value={state.progress < 1 ? state.progress * 100 : undefined}
          />
        </Stack>
      );
    case 'refused':
      return (
        <Stack $gap={12}>
          <Rejections rejections={state.rejections} />
          {state.plan ? <ExternalPluginPlanView plan={state.plan} isRejected /> : null}
        </Stack>
      );
    case 'done':
      return <output>{t(state.isOn ? 'add.doneOn' : 'add.doneOff')}</output>;
    case 'asking':
    case 'planned':
      return (
        <Stack $gap={12}>
          {state.hasFactor ? null : (
            <Banner tone="rejected">
              {t('add.noFactor')} <Link to="/settings">{t('add.toSettings')}</Link>
            </Banner>
          )}
          <ExternalPluginPlanView plan={state.plan} isRejected={false} />
        </Stack>
      );
  }
}

const Name = styled.span`
  overflow-wrap: anywhere;
`;
