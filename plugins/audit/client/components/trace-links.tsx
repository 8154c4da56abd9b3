import { Eye, History } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { IconButton, LinkButton, useSession, useText } from '#kernel/plugin-api/client.ts';
import { allows } from '#kernel/plugin-api/contract.ts';
import { readers } from '../../manifest.ts';

function useMayRead(): boolean {
  return allows(readers, useSession().rights);
}

/** The link "who saw this citizen" on the citizen's page. */
export function CitizenTraceLink({ citizen }: { readonly citizen: { readonly id: number } }) {
  const t = useText('audit');
  if (!useMayRead()) return null;
  return (
    <LinkButton icon={<Eye />} to={`/audit?citizen=${citizen.id}`}>
      {t('citizen.action')}
    </LinkButton>
  );
}

interface AdminTraceLinkProps {
  readonly admin: { readonly id: number };
  readonly name: string;
}

/** The link "what did this admin do" in an admin's row. */
export function AdminTraceLink({ admin, name }: AdminTraceLinkProps) {
  const t = useText('audit');
  const navigate = useNavigate();
  if (!useMayRead()) return null;
  return (
    <IconButton
      size="small"
      label={t('admin.action', { name })}
      icon={<History />}
      onClick={() => void navigate(`/audit?admin=${admin.id}`)}
    />
  );
}
