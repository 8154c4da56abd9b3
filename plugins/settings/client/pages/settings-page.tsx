import { styled } from 'styled-components';
import { settingsSlot } from '#kernel/plugin-api/contract.ts';
import {
  Card,
  media,
  PageHeader,
  PageTitle,
  PasswordForm,
  SlotView,
  useSession,
  useText,
} from '#kernel/plugin-api/client.ts';
import { AppearanceCard } from '../components/appearance-card.tsx';
import { DeploymentCard } from '../components/deployment-card.tsx';
import { ProfileCard } from '../components/profile-card.tsx';

/** The admin's own data and settings. */
export function SettingsPage() {
  const t = useText('settings');
  const { admin } = useSession();
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <PageHeader title={t('title')} />
      <Columns>
        <div>
          {admin === null ? null : <ProfileCard admin={admin} />}
          <Card title={t('passwordTitle')}>
            <PasswordForm />
          </Card>
          {admin?.role.role === 'super_admin' ? <DeploymentCard /> : null}
        </div>
        <div>
          <AppearanceCard />
          <SlotView slot={settingsSlot} />
        </div>
      </Columns>
    </>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s4);
  margin-top: var(--s4);
  align-items: start;

  > div {
    display: flex;
    flex-direction: column;
    gap: var(--s4);
    min-width: 0;
  }

  ${media.phone} {
    grid-template-columns: 1fr;
  }
`;
