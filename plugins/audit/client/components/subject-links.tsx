import { Link } from 'react-router-dom';
import { formatNumber, padId } from '#kernel/domain/text/index.ts';
import { useText } from '#kernel/plugin-api/client.ts';
import type { AuditEntry, AuditSubject } from '../../contract.ts';
import { useLabels } from '../data/use-labels.ts';

type Things = Pick<AuditEntry, 'subject_type' | 'subjects' | 'subject_count'>;

/** The subject of an entry, as a link to its page; for several subjects, their number. */
export function SubjectLink({ entry }: { readonly entry: Things }) {
  const t = useText('audit');
  const { typeOf } = useLabels();
  const type = typeOf(entry.subject_type);
  const [only] = entry.subjects;
  if (!only) return type;
  if (entry.subject_count > 1) return t('batch', { type, total: formatNumber(entry.subject_count) });
  return <ThingLink subject={only} type={type} />;
}

/** The links to all named subjects of an entry. */
export function SubjectLinks({ entry }: { readonly entry: Things }) {
  const t = useText('audit');
  const { typeOf } = useLabels();
  const type = typeOf(entry.subject_type);
  const more = entry.subject_count - entry.subjects.length;
  if (entry.subjects.length === 0) return type;
  return (
    <>
      {entry.subjects.map((subject, index) => (
        <span key={subject.id}>
          {index > 0 ? ', ' : null}
          <ThingLink subject={subject} type={type} />
        </span>
      ))}
      {more > 0 ? `, ${t('more', { total: formatNumber(more) })}` : null}
    </>
  );
}

/** A deleted subject has no page. */
function ThingLink({
  subject: { id, title, path },
  type,
}: {
  readonly subject: AuditSubject;
  readonly type: string;
}) {
  const t = useText('audit');
  const text = title ? `${type}: ${title}` : t('subject', { type, id: padId(id) });
  if (path === null) return text;
  return (
    <Link to={path} onClick={(event) => event.stopPropagation()}>
      {text}
    </Link>
  );
}
