import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { css, styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useText } from '../../i18n/i18n.ts';
import { visuallyHidden } from '../layout/visually-hidden.tsx';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, the close button, or a click outside; the caller closes the dialog. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the bottom. */
  readonly footer?: ReactNode;
  /** Called before closing; `false` keeps it open. For unsaved forms. */
  readonly guard?: (() => boolean | Promise<boolean>) | undefined;
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Returns the element to focus after closing, instead of the previously focused one. */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
  /** `none`: only its own buttons close it, not Escape, the close button or a press outside. For content that is shown once. */
  readonly closedBy?: 'any' | 'none' | undefined;
  /**
   * `palette`, for a search, has no header and no padding, is wider, and fills a phone's screen; `screen`, for a picture,
   * has neither, and fills every screen.
   */
  readonly kind?: 'normal' | 'palette' | 'alert' | 'screen' | undefined;
}

/** A modal dialog, at most 500 px wide; a bottom sheet on a phone. It traps the focus and returns it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  guard,
  initialFocus,
  finalFocus,
  closedBy = 'any',
  kind = 'normal',
}: DialogProps) {
  const t = useText();
  const close = useGuardedClose(guard, onClose);
  const popup = useRef<HTMLDivElement>(null);
  const isDismissible = closedBy === 'any';
  const isBare = kind === 'palette' || kind === 'screen';

  /**
   * The first field, if there is one; on a touch screen the dialog itself, since the on-screen keyboard would cover it.
   */
  function firstField(opened: string): HTMLElement | true {
    if (opened === 'touch') return true;
    return popup.current?.querySelector<HTMLElement>(`[data-body] ${fields}`) ?? true;
  }

  return (
    <Base.Root open={open} onOpenChange={(next) => void (!next && isDismissible && close())}>
      <Base.Portal>
        <Backdrop />
        <Viewport $kind={kind} data-sheet={kind === 'palette' ? undefined : ''}>
          <Popup
            role={kind === 'alert' ? 'alertdialog' : 'dialog'}
            ref={popup}
            initialFocus={initialFocus ?? firstField}
            finalFocus={finalFocus ?? true}
            $kind={kind}
          >
            {isBare ? (
              <HiddenTitle>{title}</HiddenTitle>
            ) : (
              <Head $plain={kind === 'alert'}>
                <Title>{title}</Title>
                {kind === 'alert' || !isDismissible ? null : (
                  <IconButton label={t('ui.close')} icon={<X />} onClick={() => void close()} size="small" />
                )}
              </Head>
            )}
            {description === undefined ? null : <Description>{description}</Description>}
            {isBare ? children : <Body data-body="">{children}</Body>}
            {footer === undefined ? null : <Footer $plain={kind === 'alert'}>{footer}</Footer>}
          </Popup>
        </Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns a function that closes the dialog if the guard allows it; the guard is asked once at a time. */
function useGuardedClose(guard: DialogProps['guard'], onClose: () => void) {
  const isConfirming = useRef(false);
  return async (): Promise<void> => {
    if (isConfirming.current) return;
    isConfirming.current = true;
    try {
      if (guard === undefined || (await guard())) onClose();
    } finally {
      isConfirming.current = false;
    }
  };
}

/** Excludes hidden tab panels: a hidden field cannot be focused, and key presses would reach the page behind. */
const fields =
  ':is(input:not([type="hidden"]), textarea, select, [role="combobox"]):not(:disabled, [hidden], [hidden] *, [inert] *)';

const Backdrop = styled(Base.Backdrop)`
  position: fixed;
  inset: 0;
  z-index: var(--z-dialog);
  background: var(--backdrop);
  transition: opacity var(--slow) var(--ease);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }

  /* With another dialog on top, only the topmost backdrop dims the page. */
  [data-base-ui-portal]:has(~ [data-base-ui-portal] [data-sheet][data-open]) & {
    opacity: 0;
  }
`;

const Viewport = styled(Base.Viewport)<{ $kind: keyof typeof widths }>`
  position: fixed;
  inset: 0;
  z-index: var(--z-dialog);
  display: flex;
  align-items: flex-start;
  justify-content: center;
  /* A confirmation over a form starts lower, so that the edge of the form is not visible above it. */
  padding: ${({ $kind }) => ($kind === 'alert' ? 15 : 10)}dvh 16px 16px;
  ${({ $kind }) => ($kind === 'screen' ? 'padding: 0;' : '')}

  ${media.phone} {
    align-items: flex-end;
    padding: ${({ $kind }) => (fillsPhone($kind) ? 0 : '32px 0 0')};
  }
`;

const widths = { normal: 'var(--dialog-width)', alert: '420px', palette: '640px', screen: 'none' };

const fillsPhone = (kind: keyof typeof widths) => kind === 'palette' || kind === 'screen';

const wholeScreen = css`
  height: 100%;
  border: 0;
  border-radius: 0;
  background: var(--ground);
`;

const Popup = styled(Base.Popup)<{ $kind: keyof typeof widths }>`
  display: flex;
  flex-direction: column;
  width: 100%;
  max-width: ${({ $kind }) => widths[$kind]};
  max-height: 100%;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--raised);
  color: var(--text);
  box-shadow: var(--shadow-2);
  outline: none;
  ${({ $kind }) => ($kind === 'screen' ? wholeScreen : '')}
  transition:
    opacity var(--slow) var(--ease),
    transform var(--slow) var(--ease);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    transform: translateY(8px) scale(0.985);
  }

  ${media.phone} {
    max-width: none;
    border-width: 1px 0 0;
    border-radius: ${({ $kind }) => (fillsPhone($kind) ? 0 : '16px 16px 0 0')};
    height: ${({ $kind }) => (fillsPhone($kind) ? '100%' : 'auto')};
    padding-bottom: env(safe-area-inset-bottom);

    &[data-starting-style],
    &[data-ending-style] {
      opacity: 1;
      transform: translateY(100%);
    }
  }
`;

const Head = styled.header<{ $plain: boolean }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s3);
  padding: 8px ${({ $plain }) => ($plain ? 20 : 12)}px 4px 20px;
`;

const titleText = css`
  margin: 0;
  padding-block: 11px 9px;
  font-size: 16px;
  line-height: 24px;
  font-weight: 620;
  letter-spacing: -0.005em;
`;

const Title = styled(Base.Title)`
  ${titleText}
`;

const HiddenTitle = styled(Base.Title)`
  ${visuallyHidden}
`;

const Description = styled(Base.Description)`
  margin: 0;
  padding: 0 20px 8px;
  color: var(--text-2);
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  padding: 8px 20px 20px;
  overflow-y: auto;
  overscroll-behavior: contain;

  &:empty {
    padding: 0 0 12px;
  }
`;

const Footer = styled.footer<{ $plain: boolean }>`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: var(--s2);
  padding: ${({ $plain }) => ($plain ? '4px 20px 16px' : '12px 20px')};
  border-top: ${({ $plain }) => ($plain ? 0 : 1)}px solid var(--line);

  ${media.phone} {
    > * {
      flex: 1;
    }

    /* Never narrower than their text. */
    > :is(button, a) {
      min-width: max-content;
    }
  }
`;
