import { styled } from 'styled-components';
import {
  Banner,
  ProblemBanner,
  DescriptionList,
  Stack,
  useBytes,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { ExternalPluginPlan, Rejection } from '../../contract.ts';

/** The contributions of an external plugin, and its signer. */
export function ExternalPluginPlanView({
  plan,
  isRejected,
}: {
  readonly plan: ExternalPluginPlan;
  readonly isRejected: boolean;
}) {
  const t = useText('plugins');
  const formatBytes = useBytes();
  const rows = [
    ['apiVersion', [plan.apiVersion]],
    ['requires', plan.requires],
    ['pages', plan.pages],
    ['permissions', plan.permissions],
    ['tables', plan.tables],
    ['events', plan.events],
    ['slots', plan.slots],
    ['routes', plan.routes ?? [t('add.routesUnknown')]],
    ['allowedCalls', plan.calls],
    ['languages', plan.languages],
    ['runsIn', [t(plan.isolation === 'frame' ? 'add.inFrame' : 'add.inShell')]],
    [
      'bytes',
      [t('add.bytes', { client: formatBytes(plan.clientBytes), server: formatBytes(plan.serverBytes) })],
    ],
    ['digest', [plan.digest.replace('sha256-', '')]],
    [
      'signer',
      [
        plan.signer ??
          t(plan.isolation === 'frame' || isRejected ? 'add.unsigned' : 'add.unsignedWithDigest'),
      ],
    ],
  ] as const;
  return (
    // In the tab order, so that keyboard users can scroll through a long plan.
    <Stack as="section" $gap={12} aria-label={t('plan.title')} tabIndex={0}>
      {plan.from === null ? null : <Banner tone="accepted">{t('add.upgrade', { from: plan.from })}</Banner>}
      <DescriptionList
        items={rows
          .filter(([, values]) => values.length > 0)
          .map(([key, values]) => ({
            label: t(`add.rows.${key}`),
            value: <Value $mono={key === 'digest'}>{values.join(', ')}</Value>,
          }))}
      />
    </Stack>
  );
}

/** Why an external plugin cannot be added, one sentence each. */
export function Rejections({ rejections }: { readonly rejections: readonly Rejection[] }) {
  const t = useText('plugins');
  return (
    <ProblemBanner>
      <Reasons>
        {rejections.map(({ code, params }, index) => (
          // Rejections have no other key, and the list does not change.
          <li key={index}>{t(`rejected.${code}`, { ...params })}</li>
        ))}
      </Reasons>
    </ProblemBanner>
  );
}

const Value = styled.span<{ readonly $mono: boolean }>`
  overflow-wrap: anywhere;
  ${({ $mono }) => ($mono ? 'font-family: var(--font-mono); font-size: 12.5px;' : '')}
`;

const Reasons = styled.ul`
  margin: 0;
  overflow-wrap: anywhere;

  > li + li {
    margin-top: 8px;
  }
`;
