import { styled } from 'styled-components';
import {
  Card,
  DescriptionList,
  useDeployment,
  useLanguage,
  useRegistry,
  useText,
  useTextOf,
  useTileNames,
} from '#kernel/plugin-api/client.ts';

/** The configuration of this installation, as far as browsers may know it; for super admins. */
export function DeploymentCard() {
  const t = useText('settings');
  const { name, place, timeZone, testMode, oneId, plugins } = useDeployment();
  const { language } = useLanguage();
  const tiles = useTileNames();
  const { enabled } = useRegistry();
  const texts = useTextOf(enabled.map(({ id }) => id));
  const visible = (plugins ?? []).flatMap(({ id, config }) =>
    Object.entries(config).map(([key, value]) => ({
      label: texts(`${id}:config.${key}.label`, { defaultValue: `${id}: ${key}` }),
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  );
  return (
    <Card title={t('deployment.title')}>
      <Note>{t('deployment.note')}</Note>
      <DescriptionList
        items={[
          { label: t('deployment.name'), value: name },
          ...(place.name ? [{ label: t('deployment.place'), value: place.name[language] }] : []),
          { label: t('deployment.timeZone'), value: timeZone },
          { label: t('deployment.testMode'), value: t(testMode ? 'deployment.on' : 'deployment.off') },
          {
            label: t('deployment.oneId'),
            value: t(oneId ? 'deployment.connected' : 'deployment.notConnected'),
          },
          {
            label: t('deployment.tiles'),
            value: tiles && (tiles.join(', ') || t('deployment.noTiles')),
          },
          {
            label: t('deployment.plugins'),
            value: enabled.flatMap(({ id, menu }) => (menu ? texts(`${id}:menu.title`) : [])).join(', '),
          },
          ...visible,
        ]}
      />
    </Card>
  );
}

const Note = styled.p`
  margin: 0 0 12px;
  color: var(--text-2);
`;
