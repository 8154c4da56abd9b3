import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { styled } from 'styled-components';
import {
  Button,
  copyText,
  DescriptionList,
  Dialog,
  useLeaveGuard,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { FirstPassword } from '../data/first-password-store.ts';

interface FirstPasswordDialogProps {
  readonly given: FirstPassword;
  readonly onClose: () => void;
}

/** Shows a first password, once only. */
export function FirstPasswordDialog({ given, onClose }: FirstPasswordDialogProps) {
  const t = useText('admins');
  const copyButton = useRef<HTMLButtonElement>(null);
  useLeaveGuard(true);

  const copy = () => copyText(given.password, { copied: t('reset.copied'), notCopied: t('reset.notCopied') });

  return (
    <Dialog
      open
      closedBy="none"
      onClose={onClose}
      title={t('reset.given')}
      initialFocus={copyButton}
      footer={
        <>
          <Button onClick={onClose}>{t('reset.close')}</Button>
          <Button ref={copyButton} variant="primary" icon={<Copy />} onClick={() => void copy()}>
            {t('reset.copy')}
          </Button>
        </>
      }
    >
      <Note>{t('reset.once')}</Note>
      <DescriptionList
        items={[
          { label: t('name'), value: given.name },
          { label: t('login'), value: given.login },
          { label: t('password'), value: <Secret>{given.password}</Secret> },
        ]}
      />
    </Dialog>
  );
}

const Note = styled.p`
  margin: 0 0 16px;
  color: var(--text-2);
`;

const Secret = styled.code`
  font-family: ui-monospace, monospace;
  font-size: 15px;
  user-select: all;
`;
