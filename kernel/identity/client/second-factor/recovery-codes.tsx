import { Copy, Download, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { toast, useAdmin, useDeployment, useText } from '#kernel/client/index.ts';
import { Button, TextStack } from '#kernel/client/ui/index.ts';
import { save } from '#kernel/client/data/download.ts';
import { copyText } from '#kernel/client/ui/feedback/copy-text.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Whether they belong to a second factor that was just added. */
  readonly isFirst?: boolean | undefined;
  readonly onDone: () => void;
}

/** Recovery codes, shown only once; the user can copy, save or print them. */
export function RecoveryCodes({ codes, isFirst = false, onDone }: RecoveryCodesProps) {
  const t = useText();
  const { name } = useDeployment();
  const { login } = useAdmin();
  const title = t('secondFactor.fileTitle', { name, login });

  useEffect(() => {
    if (isFirst) toast.success(t('secondFactor.on'));
    // Announced once, in the current language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const copy = () =>
    copyText(codes.join('\n'), {
      copied: t('secondFactor.copied'),
      notCopied: t('secondFactor.notCopied'),
    });

  function keep(): void {
    const text = `${title}\r\n\r\n${codes.join('\r\n')}\r\n`;
    save(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('secondFactor.fileName', { login }));
  }

  return (
    <TextStack>
      <OnPaper />
      <p>{t('secondFactor.recoveryLead')}</p>
      <Sheet data-paper="">
        <strong>{title}</strong>
        <ol aria-label={t('secondFactor.recoveryTitle')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </Sheet>
      <Row>
        <Button icon={<Copy />} onClick={() => void copy()}>
          {t('secondFactor.copy')}
        </Button>
        <Button icon={<Download />} onClick={keep}>
          {t('secondFactor.download')}
        </Button>
        <Button icon={<Printer />} onClick={() => print()}>
          {t('secondFactor.print')}
        </Button>
      </Row>
      <div>
        <Button variant="primary" onClick={onDone}>
          {t('secondFactor.saved')}
        </Button>
      </div>
    </TextStack>
  );
}

/** Prints only the codes. */
const OnPaper = createGlobalStyle`
  @media print {
    body * {
      visibility: hidden;
    }

    [data-paper], [data-paper] * {
      visibility: visible;
    }

    [data-paper] {
      position: fixed;
      inset: 0 auto auto 0;
    }
  }
`;

const Sheet = styled.div`
  padding: var(--s4);
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface-2, var(--surface));

  strong {
    font-weight: 550;
  }

  ol {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(250px, 1fr));
    gap: 4px 16px;
    margin: 12px 0 0;
    padding: 0;
    list-style: none;
  }

  code {
    font-family: ui-monospace, monospace;
    font-size: 14px;
    line-height: 24px;
    user-select: all;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
