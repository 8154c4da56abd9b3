import { Copy } from 'lucide-react';
import { styled } from 'styled-components';
import {
  Banner,
  Button,
  copyText,
  Dialog,
  Stack,
  useLeaveGuard,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { SiteSecrets } from '../../contract.ts';

interface SecretsDialogProps {
  readonly made: SiteSecrets;
  readonly onClose: () => void;
}

/** A site's key and the secret of its webhooks, shown only once. */
export function SecretsDialog({ made: { site, key, secret }, onClose }: SecretsDialogProps) {
  const t = useText('intake');
  useLeaveGuard(true);
  return (
    <Dialog
      open
      closedBy="none"
      onClose={onClose}
      title={t('secrets.title', { name: site.name })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('secrets.saved')}
        </Button>
      }
    >
      <Stack $gap={16}>
        <Banner tone="accepted">{t('secrets.once')}</Banner>
        <Secret label={t('secrets.key')} hint={t('secrets.keyHint')} text={key} />
        <Secret label={t('secrets.secret')} hint={t('secrets.secretHint')} text={secret} />
      </Stack>
    </Dialog>
  );
}

interface SecretProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
}

function Secret({ label, hint, text }: SecretProps) {
  const t = useText('intake');

  const copy = () => copyText(text, { copied: t('secrets.copied'), notCopied: t('secrets.notCopied') });

  return (
    <Block>
      <b>{label}</b>
      <Code>{text}</Code>
      <p>{hint}</p>
      <Button icon={<Copy />} aria-label={t('secrets.copyOf', { name: label })} onClick={() => void copy()}>
        {t('secrets.copy')}
      </Button>
    </Block>
  );
}

const Block = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 6px;

  p {
    color: var(--text-2);
  }
`;

const Code = styled.code`
  max-width: 100%;
  padding: 8px 10px;
  border: 1px solid var(--line);
  border-radius: var(--r1);
  font-family: var(--font-mono);
  font-size: 13px;
  overflow-wrap: anywhere;
  user-select: all;
`;
