import { styled } from 'styled-components';
import { useDeployment } from '../deployment/deployment-store.ts';
import { useText } from '../i18n/i18n.ts';
import { Banner } from '../ui/index.ts';

/** The banner that says that the system is in test mode. */
export function TestModeBanner() {
  const t = useText();
  return useDeployment().testMode ? (
    <Strip data-print="hidden">
      <Banner shape="strip">{t('shell.testMode')}</Banner>
    </Strip>
  ) : null;
}

const Strip = styled.output`
  display: block;
`;
