import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Button,
  Card,
  confirm,
  DescriptionList,
  refetchQueries,
  send,
  Stack,
  toast,
  useCapabilities,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { PluginDetail } from '../../contract.ts';
import { uploadCapability } from '../../manifest.ts';
import { pluginsDocument } from '../data/queries.ts';
import { usePluginTexts } from '../data/use-plugin-texts.ts';

interface OutsideCardProps {
  readonly plugin: Pick<PluginDetail, 'id' | 'reasons'>;
  readonly outside: NonNullable<PluginDetail['outside']>;
}

/** The source of an outside plugin, and the button to remove it. */
export function OutsideCard({ plugin: { id, reasons }, outside }: OutsideCardProps) {
  const t = useText('plugins');
  const { nameOf } = usePluginTexts();
  const navigate = useNavigate();
  const mayRemove = useCapabilities('plugins').includes(uploadCapability) && outside.source === null;
  const isOff = reasons[0]?.state === 'disabled';

  async function remove(): Promise<void> {
    const name = nameOf(id);
    const done = await confirm({
      title: t('outside.removeTitle', { name }),
      text: t('outside.removeText', { id }),
      confirmLabel: t('outside.remove'),
      action: () => send('DELETE', `plugins/${id}/outside`),
    });
    if (!done) return;
    toast.success(t('outside.removed', { name }));
    await navigate('/plugins');
    await refetchQueries(pluginsDocument);
  }

  const isFramed = outside.isolation === 'frame';
  return (
    <Card title={t('outside.title')}>
      <Stack $gap={12}>
        <DescriptionList
          items={[
            { label: t('outside.runsIn'), value: t(isFramed ? 'add.inFrame' : 'add.inShell') },
            {
              label: t('outside.signer'),
              value: outside.signer ?? t(isFramed ? 'add.unsigned' : 'add.unsignedWithDigest'),
            },
            ...(outside.source === null
              ? []
              : [{ label: t('outside.source'), value: <Code>{outside.source}</Code> }]),
            {
              label: t('outside.digest'),
              value: <Code>{outside.digest.replace('sha256-', '')}</Code>,
            },
          ]}
        />
        {mayRemove ? (
          isOff ? (
            <div>
              <Button variant="danger" onClick={() => void remove()}>
                {t('outside.remove')}
              </Button>
            </div>
          ) : (
            <p>{t('outside.offFirst')}</p>
          )
        ) : null}
      </Stack>
    </Card>
  );
}

const Code = styled.code`
  font-family: var(--font-mono);
  font-size: 12.5px;
  overflow-wrap: anywhere;
`;
