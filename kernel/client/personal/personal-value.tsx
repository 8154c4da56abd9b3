import { useState } from 'react';
import { styled } from 'styled-components';
import { isAborted, toastError } from '../data/request-error.ts';
import { send } from '../data/send.ts';
import { useDeployment } from '../deployment/deployment-store.ts';
import { useText } from '../i18n/i18n.ts';
import { media } from '../ui/layout/breakpoints.ts';
import { lazyComponent } from '../ui/overlays/lazy-component.ts';
import { tabularNumbers } from '../ui/styles/tokens.ts';
import { isMasked } from '#kernel/domain/text/index.ts';

const dialog = lazyComponent(async () => (await import('./reveal-dialog.tsx')).RevealDialog);

/** The call that reveals one value: `POST <path>/reveal` with the field. */
export interface Reveal {
  /** The path of the record, such as `applications/7`. */
  readonly path: string;
  readonly field: string;
}

interface PersonalValueProps {
  /** The name of the field, such as "Passport", for the button and the dialog. */
  readonly field: string;
  /** The masked value. */
  readonly masked: string;
  /** The value from the server, masked or not. */
  readonly value: string;
  /** The call that reveals a masked value; null without permission, or if the server does not support it. */
  readonly reveal?: Reveal | null;
}

/** A revealed text, and the server's value that it replaces. */
interface Revealed {
  readonly of: string;
  readonly text: string;
}

/**
 * A personal value, masked until the user reveals it. A value that the server masks is requested each time: every
 * reveal is an audit entry, with a reason if the deployment requires one.
 *
 * @example <PersonalValue field="Passport" masked="AB ••••67" value="AB ••••67" reveal={{ path: 'users/7', field: 'passport' }} />
 */
export function PersonalValue({ field, masked, value, reveal = null }: PersonalValueProps) {
  const t = useText();
  const { revealReason } = useDeployment();
  const { shown, setShown, busy, requestValue, requestNow } = useRevealedText(value, reveal);
  const [asks, setAsks] = useState(false);
  const isHidden = isMasked(value);

  function toggle(): void {
    if (busy) return;
    // Revealed values are discarded: showing one again is another audited read.
    if (shown !== null) setShown(null);
    else if (!isHidden) setShown(value);
    else if (revealReason) setAsks(true);
    else void requestNow();
  }

  return (
    <Line>
      {shown ?? masked}{' '}
      {isHidden && !reveal ? null : (
        <Toggle
          type="button"
          aria-pressed={shown !== null}
          aria-busy={busy || undefined}
          aria-label={t(shown === null ? 'reveal.showOf' : 'reveal.hideOf', { field })}
          onClick={toggle}
        >
          {t(shown === null ? 'reveal.show' : 'reveal.hide')}
        </Toggle>
      )}
      {asks ? (
        <dialog.Component
          field={field}
          onClose={() => setAsks(false)}
          onConfirm={async (reason) => {
            await requestValue({ reason });
            setAsks(false);
          }}
        />
      ) : null}
    </Line>
  );
}

/** The revealed text, null while it is hidden, and the requests for a value that the server masks. */
function useRevealedText(value: string, reveal: Reveal | null) {
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const [busy, setBusy] = useState(false);
  // Hidden again if the value has changed since, for example by another admin.
  const shown = revealed?.of === value ? revealed.text : null;

  function setShown(text: string | null): void {
    setRevealed(text === null ? null : { of: value, text });
  }

  async function requestValue(body: { readonly reason?: string }): Promise<void> {
    if (!reveal) return;
    const address = `${reveal.path}/reveal`;
    const response = await send<{ readonly value: string | null }>('POST', address, {
      field: reveal.field,
      ...body,
    });
    setShown(response.value ?? '');
  }

  async function requestNow(): Promise<void> {
    setBusy(true);
    try {
      await requestValue({});
    } catch (error) {
      if (!isAborted(error)) toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return { shown, setShown, busy, requestValue, requestNow };
}

const Line = styled.span`
  ${tabularNumbers}
`;

const Toggle = styled.button`
  position: relative;
  /* Cancels the padding: on a line of its own, the text is aligned with the value. */
  margin: 0 -2px;
  padding: 0 2px;
  border-radius: 4px;
  color: var(--accent-strong);
  font-size: inherit;
  line-height: inherit;

  /* Enlarges the target, since the text is small. */
  &::after {
    content: '';
    position: absolute;
    inset: -8px -6px;

    ${media.phone} {
      inset: -12px -6px;
    }
  }

  &:hover {
    text-decoration: underline;
  }

  @media print {
    display: none;
  }
`;
