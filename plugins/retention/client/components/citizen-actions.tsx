import { Trash2, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import {
  Banner,
  Button,
  ReadView,
  refetchQueries,
  SendReasonDialog,
  Stack,
  useRead,
  useRetriedRead,
  useSession,
  useText,
} from '#kernel/plugin-api/client.ts';
import { allows, superAdmin } from '#kernel/plugin-api/contract.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import { citizenStateDocument, erasurePreviewDocument, retentionDocuments } from '../data/queries.ts';
import { CountedList } from './counted-list.tsx';

interface CitizenProps {
  readonly citizen: {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string;
    readonly father_name: string | null;
  };
}

/** The buttons of a citizen's page: to request an erasure, and to place a hold. */
export function CitizenActions({ citizen }: CitizenProps) {
  const t = useText('retention');
  const [dialog, setDialog] = useState<'erasure' | 'hold' | null>(null);
  const { rights } = useSession();
  const skip = !allows(superAdmin, rights);
  const { data } = useRetriedRead(citizenStateDocument, { variables: { id: String(citizen.id) }, skip });
  if (skip || !data) return null;
  const { holds, request } = data.state;
  const isHeld = holds.some((hold) => hold.subject_type === 'user' && hold.subject_id === citizen.id);
  const canRequest = holds.length === 0 && (request === null || request.state === 'proposed');
  return (
    <>
      {isHeld ? null : (
        <Button icon={<ShieldCheck size={16} />} onClick={() => setDialog('hold')}>
          {t('hold')}
        </Button>
      )}
      {canRequest ? (
        <Button icon={<Trash2 size={16} />} onClick={() => setDialog('erasure')}>
          {t('request')}
        </Button>
      ) : null}
      {dialog === 'erasure' ? <RequestDialog citizen={citizen} onClose={() => setDialog(null)} /> : null}
      {dialog === 'hold' ? (
        <HoldDialog
          subject={{ subject_type: 'user', subject_id: citizen.id }}
          name={fullName(citizen)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}

function RequestDialog({ citizen, onClose }: CitizenProps & { readonly onClose: () => void }) {
  const t = useText('retention');
  const read = useRead(erasurePreviewDocument, {
    variables: { id: String(citizen.id) },
    policy: 'network-only',
  });
  return (
    <SendReasonDialog
      draftKey={`users.erasure.${citizen.id}`}
      kind="alert"
      danger
      title={t('requestTitle', { name: fullName(citizen) })}
      text={t('requestText')}
      label={t('requestLabel')}
      placeholder={t('requestPlaceholder')}
      missing={t('requestReasonMissing')}
      submitLabel={t('requestSubmit')}
      path={`retention/citizens/${citizen.id}/requests`}
      done={t('requested')}
      refetch={() => refetchQueries(...retentionDocuments)}
      onClose={onClose}
    >
      <ReadView read={read} failed={t('failed')}>
        {({ preview: { counts, obstacles } }) => (
          <Stack $gap={8}>
            <div>
              {t(counts.length > 0 ? 'willDelete' : 'nothing')}
              <CountedList items={counts} />
            </div>
            {obstacles.length > 0 ? (
              <Banner tone="rejected">
                {t('obstacles')}
                <CountedList items={obstacles} />
              </Banner>
            ) : null}
          </Stack>
        )}
      </ReadView>
    </SendReasonDialog>
  );
}

interface HoldDialogProps {
  readonly subject: { readonly subject_type: 'user' | 'application'; readonly subject_id: number };
  readonly name: string;
  readonly onClose: () => void;
}

/** Places a hold on a citizen or an application, with a reason. */
export function HoldDialog({ subject, name, onClose }: HoldDialogProps) {
  const t = useText('retention');
  return (
    <SendReasonDialog
      draftKey={`${subject.subject_type}s.hold.${subject.subject_id}`}
      title={t('holdTitle', { name })}
      text={t('holdText')}
      label={t('requestLabel')}
      placeholder={t('holdPlaceholder')}
      missing={t('requestReasonMissing')}
      submitLabel={t('holdSubmit')}
      path="retention/holds"
      body={subject}
      done={t('holdPlaced')}
      refetch={() => refetchQueries(...retentionDocuments)}
      onClose={onClose}
    />
  );
}
