import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { accountPath } from '../session/sign-in-methods.ts';
import { ProofFields } from './proof-fields.tsx';
import { useOwnFactors, useProof, type IdentityProof } from './use-proof.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { styled } from 'styled-components';
import { CodeInput } from '../login/code-form.tsx';
import { encode } from 'uqr';
import { send, toRequestError, useText } from '#kernel/client/index.ts';
import { Button, Field, TextStack } from '#kernel/client/ui/index.ts';

/** The secret for an authenticator application: a URI for the QR code, and text to type. */
interface FactorSecret {
  readonly address: string;
  readonly secret: string;
}

interface EnrolmentProps {
  /** Called with true before something is shown that is shown only once, and with false if that fails. */
  readonly onBlockLeave?: ((held: boolean) => void) | undefined;
  readonly onDone: () => void;
}

/** Adds a second factor in three steps: proof of identity, the secret with its first code, the recovery codes. */
export function Enrolment({ onBlockLeave, onDone }: EnrolmentProps) {
  const t = useText();
  const [secret, setSecret] = useState<FactorSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function begin(proof: IdentityProof): Promise<void> {
    setSecret(await send<FactorSecret>('POST', accountPath('admin/second-factor'), proof));
  }

  async function confirm(code: string): Promise<void> {
    // The socket reports the change too, perhaps before the codes arrive.
    onBlockLeave?.(true);
    try {
      const path = accountPath('admin/second-factor');
      const response = await send<{ recovery_codes: string[] }>('PUT', path, { code });
      setCodes(response.recovery_codes);
    } catch (error) {
      onBlockLeave?.(false);
      throw error;
    }
  }

  if (codes !== null) return <RecoveryCodes codes={codes} isFirst onDone={onDone} />;
  if (secret === null) {
    // Requires a proof, so that nobody can add a factor at an unattended desk.
    return <ProofStep submit={t('secondFactor.begin')} lead={t('secondFactor.lead')} onSubmit={begin} />;
  }
  return (
    <CodeStep submit={t('secondFactor.confirm')} onSubmit={confirm}>
      <p>{t('secondFactor.scan')}</p>
      <QrPicture text={secret.address} label={t('secondFactor.qrCode')} />
      <div>
        <p>{t('secondFactor.manualEntry')}</p>
        <Key>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Key>
      </div>
    </CodeStep>
  );
}

interface ProofStepProps {
  readonly lead: string;
  readonly submit: string;
  readonly onSubmit: (proof: IdentityProof) => Promise<void>;
}

/** The step that asks for the existing factors. */
function ProofStep({ lead, submit, onSubmit }: ProofStepProps) {
  const ways = useOwnFactors();
  const state = useProof(ways, onSubmit);
  return (
    <TextStack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void state.submit();
      }}
    >
      <p>{lead}</p>
      {ways && <ProofFields ways={ways} state={state} />}
      <div>
        <Button type="submit" variant="primary" loading={state.sending}>
          {submit}
        </Button>
      </div>
    </TextStack>
  );
}

interface CodeStepProps {
  readonly submit: string;
  readonly onSubmit: (text: string) => Promise<void>;
  readonly children: ReactNode;
}

/** The step that asks for the first code; a rejection is shown below it. */
function CodeStep({ submit, onSubmit, children }: CodeStepProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  useEffect(() => input.current?.focus(), []);

  async function submitText(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    if (sending) return;
    if (text.trim() === '') return setProblem(t('secondFactor.codeRequired'));
    setSending(true);
    try {
      await onSubmit(text);
    } catch (error) {
      const rejected = toRequestError(error);
      setProblem(rejected.fields['code'] ?? rejected.text);
    } finally {
      setSending(false);
    }
  }

  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    setText(target.value);
    setProblem('');
  }

  return (
    <TextStack as="form" noValidate onSubmit={(event) => void submitText(event)}>
      {children}
      <Field label={t('secondFactor.code')} required error={problem}>
        <CodeInput ref={input} value={text} onChange={change} />
      </Field>
      <div>
        <Button type="submit" variant="primary" loading={sending}>
          {submit}
        </Button>
      </div>
    </TextStack>
  );
}

interface QrPictureProps {
  readonly text: string;
  readonly label: string;
}

/** White modules around the code (quiet zone), without which scanners do not find it. */
const border = 4;

/** A QR code drawn in the browser: the text is a secret and must not be sent to an image service. */
function QrPicture({ text, label }: QrPictureProps) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` cannot contain our paths
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </Picture>
  );
}

/** Each row as strokes of adjacent dark modules. */
function drawn(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border });
  const strokes = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { size, path: strokes.join('') };
}

const Key = styled.code`
  font-family: ui-monospace, monospace;
  font-size: 14px;
  line-height: 22px;
  user-select: all;
`;

/** White in the dark theme too, since phone scanners expect dark on light. */
const Picture = styled.svg`
  display: block;
  width: 208px;
  max-width: 100%;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: #fff;
`;
