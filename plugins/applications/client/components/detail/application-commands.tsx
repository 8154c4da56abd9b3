import { ChevronDown, ChevronUp } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { z } from 'zod';
import {
  apiAddress,
  type Command,
  IconButton,
  media,
  request,
  useCommands,
  useIsPhone,
  useText,
} from '#kernel/plugin-api/client.ts';
import { idSchema } from '#kernel/plugin-api/contract.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { nextStatuses, type ApplicationDetail, type Status } from '../../../contract.ts';
import type { useComposer } from './composer/use-composer.ts';
import { ApplicationBar } from './application-bar.tsx';
import { useAdjacentApplications } from './adjacent-applications.ts';
import { StatusControl } from './status-control.tsx';

interface ApplicationCommandsProps {
  readonly application: ApplicationDetail;
  readonly composer: ReturnType<typeof useComposer>;
  readonly accepting: boolean;
  readonly onAccept: () => void;
  readonly onPick: (status: Status) => void;
  readonly onPrint: () => void;
}

/** The commands, keys and phone bar of an application, and the buttons to the previous and next applications. */
export function ApplicationCommands(props: ApplicationCommandsProps) {
  const { application, composer, onAccept, onPick, onPrint } = props;
  const t = useText('applications');
  const navigate = useNavigate();
  const id = Number(application.id);
  const beside = useAdjacentApplications(id);

  /** Messages are written on the timeline only. */
  function toTimeline(): void {
    const path = `/applications/${id}/timeline`;
    if (location.pathname !== path) void navigate(path);
  }

  function write(mode: 'message' | 'task'): void {
    toTimeline();
    composer.begin(mode);
  }

  async function readForwards(): Promise<readonly Command[]> {
    const response = await request(apiAddress(`neighborhoods/${application.neighborhood_id}?include=users`));
    const { users } = receiversSchema.parse(await response.json());
    return (users ?? []).map((user) => ({
      id: `applications.forward.${user.id}`,
      title: t('commands.forwardTo', { name: fullName(user) }),
      icon: 'forward',
      run() {
        toTimeline();
        composer.beginTaskFor(Number(user.id));
      },
    }));
  }

  useCommands([
    ...useStatusCommands(application.status.status, onAccept, onPick),
    {
      id: 'applications.message',
      title: t('commands.message'),
      icon: 'message',
      key: 'm',
      run: () => write('message'),
    },
    {
      id: 'applications.forward',
      title: t('commands.forward'),
      icon: 'forward',
      key: 'f',
      run: () => write('task'),
      expand: readForwards,
    },
    { id: 'applications.print', title: t('detail.print'), icon: 'printer', key: 'p', run: onPrint },
  ]);
  return <AdjacentButtons {...props} beside={beside} onForward={() => write('task')} />;
}

interface AdjacentButtonsProps extends ApplicationCommandsProps {
  readonly beside: ReturnType<typeof useAdjacentApplications>;
  readonly onForward: () => void;
}

/** The buttons to the adjacent applications; on a phone, the button to the next one is in the bar. */
function AdjacentButtons({ beside, onForward, ...props }: AdjacentButtonsProps) {
  const isPhone = useIsPhone();
  const buttons = beside.map(({ id: key, title, key: letter, run }, index) => (
    <IconButton
      key={key}
      variant="default"
      label={title}
      aria-keyshortcuts={letter.toUpperCase()}
      icon={index === 0 ? <ChevronDown /> : <ChevronUp />}
      onClick={run}
    />
  ));
  if (!isPhone) return buttons.length === 0 ? null : <Pair>{buttons}</Pair>;
  return (
    <>
      {buttons.length === 0 ? null : <Pair>{buttons[1]}</Pair>}
      <ApplicationBar
        status={<StatusControl {...props} status={props.application.status.status} bare />}
        onForward={onForward}
        next={buttons[0]}
      />
    </>
  );
}

const nameSchema = z.string().nullish();
const receiversSchema = z.object({
  users: z
    .array(z.object({ id: idSchema, first_name: nameSchema, last_name: nameSchema, father_name: nameSchema }))
    .nullish(),
});

function useStatusCommands(
  status: Status,
  onAccept: () => void,
  onPick: (status: Status) => void,
): readonly Command[] {
  const t = useText('applications');
  if (status === 'created') {
    return [{ id: 'applications.accept', title: t('detail.accept'), icon: 'check', key: 'a', run: onAccept }];
  }
  const choices = nextStatuses(status).filter((next) => next !== status);
  if (choices.length === 0) return [];
  return [
    {
      id: 'applications.status',
      title: t('detail.changeStatus'),
      icon: 'check-circle',
      key: 's',
      run: openStatusMenu,
    },
    ...choices.map((next) => ({
      id: `applications.status.${next}`,
      title: t('detail.changeTo', { status: t(`status.${next}`) }),
      icon: 'check-circle',
      run: () => onPick(next),
    })),
  ];
}

function openStatusMenu(): void {
  const button = document.querySelector<HTMLElement>('[data-status-control] button');
  button?.focus();
  button?.click();
}

const Pair = styled.span`
  display: flex;
  gap: 10px;

  /* Beside the back link, so that the buttons need no row of their own. */
  ${media.phone} {
    position: absolute;
    top: -8px;
    right: 0;
  }
`;
