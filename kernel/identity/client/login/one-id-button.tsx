import { useId } from 'react';
import { styled } from 'styled-components';
import { useDeployment } from '#kernel/client/deployment/deployment-store.ts';
import { apiAddress } from '#kernel/client/data/request.ts';
import { returnPath } from '../session/session-store.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';

/** The way in through the national identity service; says so where the deployment has none. */
export function OneIdButton({ busy = false }: { readonly busy?: boolean }) {
  const t = useText();
  const { oneId } = useDeployment();
  const hint = useId();
  const query = new URLSearchParams({ from: returnPath(location.search) }).toString();
  return (
    <div>
      <Button
        size="large"
        wide
        disabled={!oneId}
        loading={busy}
        aria-describedby={oneId ? undefined : hint}
        onClick={() => location.assign(apiAddress(`oneid?${query}`))}
      >
        {t('login.oneId')}
      </Button>
      {oneId ? null : <Hint id={hint}>{t('login.oneIdOff')}</Hint>}
    </div>
  );
}

const Hint = styled.p`
  margin-top: 8px;
  color: var(--text-3);
  font-size: 12.5px;
  line-height: 18px;
  text-align: center;
`;
