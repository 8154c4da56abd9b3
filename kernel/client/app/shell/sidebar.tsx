import { styled } from 'styled-components';
import { useDeployment } from '../../deployment/deployment-store.ts';
import { useRegistry } from '../../plugins/registry-store.ts';
import { useAdmin, useSession } from '#kernel/identity/client/session/session-store.ts';
import { useText } from '../../i18n/i18n.ts';
import { useName } from '../../i18n/use-name.ts';
import { ellipsis } from '../../ui/styles/tokens.ts';
import { BrandMark } from '../../layout/brand-mark.tsx';
import { SidebarGroup } from './sidebar-group.tsx';

/** Whose house this is, who the admin is, and where he may go. */
export function Sidebar({ onNavigate }: { readonly onNavigate?: (() => void) | undefined }) {
  const t = useText();
  const nameOf = useName();
  const { name, logo } = useDeployment();
  const { rights } = useSession();
  const role = nameOf(useAdmin().role);
  const groups = useRegistry().menu(rights);
  return (
    <Column>
      <Brand>
        <BrandMark logo={logo} />
        <Words>
          <b>{name}</b>
          <small title={role}>{role}</small>
        </Words>
      </Brand>
      <Nav aria-label={t('shell.menu')}>
        {groups.map((group) => (
          <SidebarGroup key={group.plugin} group={group} onNavigate={onNavigate} />
        ))}
      </Nav>
    </Column>
  );
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
`;

const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  flex: none;
  padding: 14px 10px 12px 18px;
`;

const Words = styled.div`
  min-width: 0;

  b {
    display: block;
    ${ellipsis}
    font-size: 16px;
    line-height: 20px;
    font-weight: 650;
    letter-spacing: -0.01em;
  }

  small {
    display: block;
    ${ellipsis}
    color: var(--text-3);
    font-size: 12px;
    line-height: 16px;
  }
`;

const Nav = styled.nav`
  display: flex;
  flex-direction: column;
  flex: 1;
  gap: 2px;
  padding: 4px 10px 16px;
  overflow-y: auto;
  overscroll-behavior: contain;
`;
