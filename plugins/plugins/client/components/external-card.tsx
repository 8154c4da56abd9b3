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

interface ExternalPluginCardProps {
  readonly plugin: Pick<PluginDetail, 'id' | 'reasons'>;
  readonly external: NonNullable<PluginDetail['external']>;
}

/** The source of an external plugin, and the button to remove it. */
export function ExternalPluginCard({ plugin: { id, reasons }, external }: ExternalPluginCardProps) {
  const t = useText('plugins');
  const { nameOf } = usePluginTexts();
  const navigate = useNavigate();
  const mayRemove = useCapabilities('plugins').includes(uploadCapability) && external.source === null;
  const isOff = reasons[0]?.state === 'disabled';

  async function remove(): Promise<void> {
    const name = nameOf(id);
    const done = await confirm({
      title: t('external.removeTitle', { name }),
      text: t('external.removeText', { id }),
      confirmLabel: t('external.remove'),
      action: () => send('DELETE', `plugins/${id}/external`),
    });
    if (!done) return;
    toast.success(t('external.removed', { name }));
    await navigate('/plugins');
    await refetchQueries(pluginsDocument);
  }

  const isFramed = external.isolation === 'frame';
  return (
    <Card title={t('external.title')}>
      <Stack $gap={12}>
        <DescriptionList
          items={[
            { label: t('external.runsIn'), value: t(isFramed ? 'add.inFrame' : 'add.inShell') },
            {
              label: t('external.signer'),
              value: external.signer ?? t(isFramed ? 'add.unsigned' : 'add.unsignedWithDigest'),
            },
            ...(external.source === null
              ? []
              : [{ label: t('external.source'), value: <Code>{external.source}</Code> }]),
            {
              label: t('external.digest'),
              value: <Code>{external.digest.replace('sha256-', '')}</Code>,
            },
          ]}
        />
        {mayRemove ? (
          isOff ? (
            <div>
              <Button variant="danger" onClick={() => void remove()}>
                {t('external.remove')}
              </Button>
            </div>
          ) : (
            <p>{t('external.offFirst')}</p>
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
