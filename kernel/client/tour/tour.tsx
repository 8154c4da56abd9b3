import { Popover } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { floatingSlot, topBarSlot } from '#kernel/contract/plugin/slot.ts';
import { useRegistry, useText } from '../index.ts';
import { Button, IconButton, media } from '../ui/index.ts';
import { popupSurface } from '../ui/overlays/popup-style.ts';
import { endTour } from './tour-store.ts';

/** The steps in order, and the placement of the card at each. Elements are marked by `data-tour`. */
const stops = [
  { id: 'menu', side: 'right', align: 'start' },
  { id: 'search', side: 'bottom' },
  { id: 'language', side: 'bottom' },
  { id: 'live', side: 'bottom', slot: topBarSlot.id },
  { id: 'assistant', side: 'top', slot: floatingSlot.id },
] as const satisfies readonly {
  readonly id: string;
  readonly side: string;
  /** The menu is as tall as the page. */
  readonly align?: 'start';
  /** The slot of the plugin that renders the element. */
  readonly slot?: string;
}[];

type Stop = (typeof stops)[number];

/**
 * Shows new users up to five parts of the shell, one after the other. It takes no focus and covers little, so that
 * users can work. Steps whose element no plugin provides are skipped.
 */
export function Tour() {
  const t = useText();
  const { enabled } = useRegistry();
  const [at, setAt] = useState(0);
  const found = stops.filter(
    (one) => !('slot' in one) || enabled.some(({ extensions }) => extensions?.includes(one.slot)),
  );
  const stop = found[at];
  useMark(stop);
  if (!stop) return null;
  const isLast = at === found.length - 1;
  return (
    <Popover.Root
      open
      modal={false}
      onOpenChange={(_, { reason, event }) => {
        // Escape outside of the tour closes what is open there, such as a menu.
        if (reason === 'escape-key' && isInside(event.target)) endTour();
      }}
    >
      <Frame />
      <Popover.Portal>
        <Layer
          key={stop.id}
          anchor={() => elementOf(stop.id)}
          side={stop.side}
          sideOffset={10}
          align={'align' in stop ? stop.align : 'center'}
          alignOffset={'align' in stop ? 80 : 0}
          collisionPadding={10}
        >
          <Card data-tour-card initialFocus={false} finalFocus={false}>
            <Head>
              <Popover.Title>{t(`tour.${stop.id}.title`)}</Popover.Title>
              <IconButton label={t('tour.close')} icon={<X />} onClick={endTour} />
            </Head>
            <Popover.Description>{t(`tour.${stop.id}.text`)}</Popover.Description>
            <Footer>
              <small>{t('tour.step', { number: at + 1, count: found.length })}</small>
              {at > 0 ? (
                <Button size="small" onClick={() => setAt(at - 1)}>
                  {t('tour.back')}
                </Button>
              ) : null}
              {/* The same button, so that it keeps the focus. */}
              <Button size="small" variant="primary" onClick={() => (isLast ? endTour() : setAt(at + 1))}>
                {t(isLast ? 'tour.end' : 'tour.next')}
              </Button>
            </Footer>
          </Card>
        </Layer>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The visible element of a step: on a phone, the menu has another one. */
function elementOf(id: Stop['id']): Element | null {
  return [...document.querySelectorAll(`[data-tour="${id}"]`)].find((one) => one.checkVisibility()) ?? null;
}

function isInside(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-tour-card]') !== null;
}

/** Draws a frame around the element of a step. */
function useMark(stop: Stop | undefined): void {
  useEffect(() => {
    const element = stop && elementOf(stop.id);
    element?.setAttribute('data-tour-current', '');
    return () => element?.removeAttribute('data-tour-current');
  }, [stop]);
}

const Frame = createGlobalStyle`
  [data-tour-current] {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
    border-radius: var(--r1);
  }
`;

/* Below everything that a user opens, such as the assistant, which fills a phone's screen. */
const Layer = styled(Popover.Positioner)`
  z-index: calc(var(--z-float) - 1);
`;

const Card = styled(Popover.Popup)`
  ${popupSurface}
  width: 320px;
  padding: 14px 16px;

  ${media.phone} {
    width: calc(100vw - 20px);
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;

  h2 {
    font-size: 15px;
    line-height: 20px;
    font-weight: 620;
  }

  + p {
    margin: 2px 0 12px;
    color: var(--text-2);
  }
`;

const Footer = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;

  small {
    margin-right: auto;
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
`;
