import { useState } from 'react';
import { problemsOf } from '#kernel/plugin-api/contract.ts';
import { refetchQueries, send, toast, toRequestError, useText } from '#kernel/plugin-api/client.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { siteBodySchema, type Site, type SiteBody, type SiteSecrets } from '../../contract.ts';
import { sitesDocument } from '../data/queries.ts';

interface Values {
  readonly name: string;
  /** An origin in each line. */
  readonly origins: string;
  readonly rate: number | null;
  readonly webhook: string;
}

const usualRate = 600;

function valuesOf(site: Site | null): Values {
  return {
    name: site?.name ?? '',
    origins: site?.origins.join('\n') ?? '',
    rate: site?.rate ?? usualRate,
    webhook: site?.webhook ?? '',
  };
}

function bodyOf({ name, origins, rate, webhook }: Values): unknown {
  const lines = origins.split(/[\s,;]+/).filter((line) => line !== '');
  return { name, origins: lines, rate, webhook };
}

const fieldNames = ['name', 'origins', 'rate', 'webhook'] as const;

/** The values of a form and those that another user has saved since it was opened. */
interface Versions {
  readonly before: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

/** The saved values, with those that were changed in the form. */
function mergeChanges({ before, mine, theirs }: Versions): Values {
  const changed = fieldNames.filter((name) => mine[name] !== before[name]);
  return { ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) };
}

/** The fields that were changed to different values here and by another user. */
function contestedOf({ before, mine, theirs }: Versions) {
  const isNew = (name: (typeof fieldNames)[number], values: Values) => values[name] !== before[name];
  return fieldNames.filter((name) => isNew(name, mine) && isNew(name, theirs) && mine[name] !== theirs[name]);
}

type FieldProblems = Readonly<Record<string, string>>;

/** Reads the values as the body of the call; with a text for each field that is wrong. */
function useCheck() {
  const translate = useText();
  return (values: Values): { readonly body: SiteBody | null; readonly problems: FieldProblems } => {
    const read = siteBodySchema.safeParse(bodyOf(values), { reportInput: true });
    if (read.success) return { body: read.data, problems: {} };
    const problems = Object.entries(problemsOf(read.error.issues)).map(([path, { key, params }]) => [
      // A line of the origins belongs to their field.
      path.split('.')[0] ?? path,
      translate(key, { ...(params as Record<string, string | number>) }),
    ]);
    return { body: null, problems: Object.fromEntries(problems) as FieldProblems };
  };
}

/** Notes with the values that another user has saved in fields that were changed here too. */
function notesOf(versions: Versions, t: ReturnType<typeof useText>): FieldProblems {
  const notes = contestedOf(versions).map((name) => {
    const value = String(versions.theirs[name] ?? '') || t('form.nothing');
    return [name, t('form.theirs', { value })];
  });
  return Object.fromEntries(notes) as FieldProblems;
}

/**
 * Holds, checks and sends the fields of a site; `onDone` gets the secrets of a new site, null for a changed one. After a lost
 * response the list is read again, since the site may have been saved.
 */
export function useSiteForm(site: Site | null, onDone: (made: SiteSecrets | null) => void) {
  const t = useText('intake');
  const check = useCheck();
  /** The site as it is stored: as it was opened, or as another user has saved it since. */
  const [stored, setStored] = useState(site);
  const [values, setValues] = useState(() => valuesOf(site));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  async function save(body: SiteBody): Promise<void> {
    if (stored) {
      await send('PUT', `intake/sites/${stored.id}`, body, { version: stored.updated_at });
      toast.success(t('form.saved'));
      onDone(null);
    } else {
      onDone(await send<SiteSecrets>('POST', 'intake/sites', body));
    }
    await refetchQueries(sitesDocument);
  }

  /** Shows the values that another user has saved; fields changed here keep their values, which the next attempt saves. */
  function merge(current: Site): void {
    const versions = { before: valuesOf(stored), mine: values, theirs: valuesOf(current) };
    setValues(mergeChanges(versions));
    setStored(current);
    setProblems(notesOf(versions, t));
    setFailure(t('form.newer'));
  }

  async function submit(): Promise<void> {
    const checked = check(values);
    setProblems(checked.problems);
    setFailure(null);
    if (!checked.body || sending) return;
    setSending(true);
    try {
      await save(checked.body);
    } catch (error) {
      const { status, code, fields, text, body } = toRequestError(error);
      if (status === 0) void refetchQueries(sitesDocument);
      const current = (body as { readonly current?: Site } | null)?.current;
      if (code === 'edit_conflict' && current) merge(current);
      else {
        setProblems(fields);
        setFailure(text);
      }
      setSending(false);
    }
  }

  function change(changes: Partial<Values>): void {
    setValues({ ...values, ...changes });
    const left = Object.entries(problems).filter(([name]) => !Object.hasOwn(changes, name));
    setProblems(Object.fromEntries(left));
  }

  const isDirty = !sameValues(values, valuesOf(stored));
  return { values, problems, failure, sending, isDirty, change, submit };
}
