import { localizedName, formatPhone } from '#kernel/domain/text/index.ts';
import type { SessionAdmin } from '#kernel/plugin-api/contract.ts';
import { Card, DescriptionList, useLanguage, useText } from '#kernel/plugin-api/client.ts';

/** The admin's own data, which only others can change. */
export function ProfileCard({ admin }: { readonly admin: SessionAdmin }) {
  const t = useText('settings');
  const { language } = useLanguage();
  const area =
    admin.role.role === 'super_admin'
      ? t('profile.everywhere')
      : admin.neighborhoods
          .map((one) => t('profile.neighborhood', { name: localizedName(one, language) }))
          .join(', ');
  return (
    <Card title={t('profile.title')}>
      <DescriptionList
        items={[
          { label: t('profile.name'), value: `${admin.last_name} ${admin.first_name}` },
          { label: t('profile.login'), value: admin.login },
          { label: t('profile.phone'), value: admin.phone === null ? null : formatPhone(admin.phone) },
          { label: t('profile.role'), value: localizedName(admin.role, language) },
          { label: t('profile.area'), value: area },
        ]}
      />
    </Card>
  );
}
