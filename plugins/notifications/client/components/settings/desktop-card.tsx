import { useState } from 'react';
import { Banner, Button, Card, Row, Switch, TextStack, useText } from '#kernel/plugin-api/client.ts';
import { chime } from '../../desktop/chime.ts';
import { requestPermission, showMessage, usePermission, type Permission } from '../../desktop/permission.ts';
import { setPreferences, usePreferences } from '../../desktop/preferences.ts';

/** The settings of this browser's desktop notifications, with the reason if they cannot be shown. */
export function DesktopCard() {
  const t = useText('notifications');
  const { messages, sound } = usePreferences();
  const permission = usePermission();
  const [silent, setSilent] = useState(false);
  const possible = permission === 'granted' || permission === 'prompt';

  async function playOnce(): Promise<void> {
    setSilent(!(await chime()));
  }

  return (
    <Card title={t('desktop.title')}>
      <TextStack $gap={12}>
        <p>{t('desktop.lead')}</p>
        <Switch
          label={t('desktop.messages')}
          hint={t('desktop.messagesHint')}
          checked={messages && permission === 'granted'}
          disabled={!possible}
          onChange={(event) => void chooseMessages(event.target.checked)}
        />
        <Obstacle permission={permission} isEnabled={messages} />
        <Switch
          label={t('desktop.sound')}
          hint={t('desktop.soundHint')}
          checked={sound}
          onChange={(event) => {
            setPreferences({ sound: event.target.checked });
            if (event.target.checked) void playOnce();
          }}
        />
        <Row>
          <Button
            size="small"
            disabled={!(sound || (messages && permission === 'granted'))}
            onClick={() => {
              if (sound) void playOnce();
              if (messages) showMessage(t('desktop.sample'), { tag: 'komak-sample', icon: '/mark.svg' });
            }}
          >
            {t('desktop.try')}
          </Button>
        </Row>
        {silent ? <Banner tone="accepted">{t('desktop.silent')}</Banner> : null}
      </TextStack>
    </Card>
  );
}

async function chooseMessages(on: boolean): Promise<void> {
  if (!on) return setPreferences({ messages: false });
  if ((await requestPermission()) === 'granted') setPreferences({ messages: true });
}

/** Why no notifications can be shown, and how to change that. */
function Obstacle({
  permission,
  isEnabled,
}: {
  readonly permission: Permission;
  readonly isEnabled: boolean;
}) {
  const t = useText('notifications');
  if (permission === 'granted' || (permission === 'prompt' && !isEnabled)) return null;
  const problem =
    permission === 'prompt'
      ? 'permissionLost'
      : permission === 'denied' && isEnabled
        ? 'revoked'
        : permission;
  return <Banner tone="accepted">{t(`desktop.problems.${problem}`)}</Banner>;
}
