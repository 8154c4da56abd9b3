import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Button, Menu, toneColors, useText, VisuallyHidden } from '#kernel/plugin-api/client.ts';
import { nextStatuses, type Status } from '../../../contract.ts';
import { ApplicationStatus } from '../shared/application-status.tsx';

interface StatusControlProps {
  readonly status: Status;
  /** It was accepted here, and the server has not responded yet. */
  readonly accepting: boolean;
  readonly onAccept: () => void;
  /** A status was picked that still needs a reason. */
  readonly onPick: (status: Status) => void;
  /** Shows only the possible changes, where the status is shown elsewhere, such as in a bar. */
  readonly bare?: boolean;
}

/**
 * The status and its possible changes: an accept button for a new application, a menu later, nothing when it
 * is final.
 */
export function StatusControl(props: StatusControlProps) {
  return (
    <Container {...usePreservedFocus()} data-status-control="">
      <Choice {...props} />
    </Container>
  );
}

/** Moves the focus to the new control when a change of status replaces the focused one. */
function usePreservedFocus() {
  const anchor = useRef<HTMLSpanElement>(null);
  const held = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    // While there was no button, the container itself had the focus.
    if (!held.current || (activeElement !== document.body && activeElement !== anchor.current)) return;
    (anchor.current?.querySelector('button') ?? anchor.current)?.focus({ preventScroll: true });
  });
  return {
    ref: anchor,
    tabIndex: -1,
    onFocus: () => void (held.current = true),
    // The browser fires no event when a focused element is removed.
    onBlur: () => void (held.current = false),
  };
}

function Choice({ status, accepting, onAccept, onPick, bare = false }: StatusControlProps) {
  const t = useText('applications');
  const badge = bare ? null : (
    <Center>
      <ApplicationStatus status={status} />
    </Center>
  );
  if (accepting) return badge;
  if (status === 'created') {
    return (
      <>
        {badge}
        <Button variant="primary" icon={<Check />} onClick={onAccept}>
          {t('detail.accept')}
        </Button>
      </>
    );
  }
  const choices = nextStatuses(status).filter((next) => next !== status);
  if (choices.length === 0) return badge;
  return (
    <Menu
      label={t('detail.changeStatus')}
      align="start"
      entries={choices.map((next) => ({
        label: t(`status.${next}`),
        icon: <Dot style={{ color: toneColors[next].ink }} />,
        onSelect: () => onPick(next),
      }))}
      renderTrigger={(props) => (
        <Button {...props} trailing={<ChevronDown />}>
          <Current style={{ color: toneColors[status].ink }}>
            <Dot />
            <VisuallyHidden>{t('detail.changeStatus')}: </VisuallyHidden>
            {t(`status.${status}`)}
          </Current>
        </Button>
      )}
    />
  );
}

const Container = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  border-radius: var(--r1);
`;

const Center = styled.span`
  display: inline-flex;
  align-items: center;
`;

const Current = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  font-weight: 600;
`;

const Dot = styled.span`
  flex: none;
  width: 7px;
  height: 7px;
  margin: 0 2px;
  border-radius: 50%;
  background: currentColor;
  forced-color-adjust: none;
`;
