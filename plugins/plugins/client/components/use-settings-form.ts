import { useState } from 'react';
import { problemsOf } from '#kernel/plugin-api/contract.ts';
import {
  send,
  toast,
  toRequestError,
  useLeaveGuard,
  useRegistry,
  useText,
} from '#kernel/plugin-api/client.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import type { PluginDetail, PluginSettings, SettingsBody } from '../../contract.ts';
import {
  contestedPaths,
  fromForm,
  rebased,
  toForm,
  type FormValues,
  type JsonSchema,
} from '../model/setting.ts';

/** The problems by field, and general ones. */
interface Problems {
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string | null;
}

const noProblems: Problems = { fields: {}, text: null };

/** Holds, validates and sends the settings of a plugin. */
export function useSettingsForm(
  id: string,
  settings: PluginSettings,
  onSaved: (plugin: PluginDetail) => void,
) {
  const schema = settings.schema as JsonSchema;
  const values = useFormValues(storedOf(schema, settings));
  const { form, saved, setForm, take, newer } = values;
  const { check, problems, setProblems, sending, submit } = useSettingsSave({ id, schema, onSaved }, values);
  const deployed = toForm(schema, settings.deployed);
  const dirty = !sameValues(form, saved.values);
  useLeaveGuard(dirty);

  return {
    schema,
    form,
    errors: problems.fields,
    failure: problems.text,
    /** The settings that another user has saved since the form was changed; null while the form is being sent. */
    newer: sending || !dirty ? null : newer,
    dirty,
    sending,
    /** Whether the values to be saved differ from the deployment's file. */
    differs: !sameValues(form, deployed),
    change(next: FormValues): void {
      setForm(next);
      // A problem disappears as soon as it is corrected.
      if (Object.keys(problems.fields).length > 0) setProblems({ ...problems, fields: check(next) });
    },
    /** Fills in the values of the deployment's file; they are saved like any other change. */
    takeDeployed: () => setForm({ ...form, ...deployed }),
    undo(): void {
      take(saved);
      setProblems(noProblems);
    },
    submit,
  };
}

interface SettingsTarget {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly onSaved: (plugin: PluginDetail) => void;
}

/** Checks and sends the fields; settings that another user has saved before are merged into them. */
function useSettingsSave(
  { id, schema, onSaved }: SettingsTarget,
  { form, saved, take, receive }: ReturnType<typeof useFormValues>,
) {
  const t = useText('plugins');
  const check = useSettingsCheck(id, schema);
  const [problems, setProblems] = useState(noProblems);
  const [sending, setSending] = useState(false);

  async function submit(): Promise<void> {
    const found = check(form);
    setProblems({ fields: found, text: null });
    if (Object.keys(found).length > 0 || sending) return;
    setSending(true);
    try {
      const { values: config } = fromForm(schema, form);
      const body: SettingsBody = { config };
      const { version } = saved;
      const plugin = await send<PluginDetail>('PUT', `plugins/${id}/settings`, body, { version });
      take(plugin.settings ? storedOf(schema, plugin.settings) : { ...saved, values: form });
      toast.success(t('settings.saved'));
      onSaved(plugin);
    } catch (error) {
      explain(error);
    } finally {
      setSending(false);
    }
  }

  function explain(error: unknown): void {
    const { fields, text, code, body } = toRequestError(error);
    const current = (body as { readonly current?: PluginDetail } | null)?.current;
    if (code !== 'edit_conflict' || !current?.settings) return setProblems({ fields, text });
    // Equal settings are those of this form, whose response was lost.
    if (receive(storedOf(schema, current.settings))) toast.success(t('settings.saved'));
    onSaved(current);
  }

  return { check, problems, setProblems, sending, submit };
}

/** Stored settings as a form holds them, with their version. */
interface StoredSettings {
  readonly values: FormValues;
  readonly version: string;
}

function storedOf(schema: JsonSchema, { values, version }: PluginSettings): StoredSettings {
  return { values: toForm(schema, values), version };
}

/** Settings that another user has saved while something was changed here. */
export interface NewerSettings {
  readonly values: FormValues;
  /** The paths of the settings that were changed here and by the other user. */
  readonly contested: readonly string[];
}

/** The fields of the form and the stored settings; settings that another admin saves are merged into the fields. */
function useFormValues(read: StoredSettings) {
  const [known, setKnown] = useState(read);
  const [saved, setSaved] = useState(read);
  const [form, setForm] = useState(read.values);
  const [newer, setNewer] = useState<NewerSettings | null>(null);

  function take(stored: StoredSettings): void {
    setSaved(stored);
    setForm(stored.values);
    setNewer(null);
  }

  /** Merges stored settings into the fields; returns whether they are the same as the fields. */
  function receive(stored: StoredSettings): boolean {
    const { values } = stored;
    const merged = rebased(form, saved.values, values);
    if (sameValues(merged, values)) {
      take(stored);
      return true;
    }
    if (!sameValues(stored, saved)) {
      const contested = contestedPaths(form, saved.values, values);
      // A field that was in conflict remains so until it is saved or undone.
      setNewer({ values, contested: [...new Set([...(newer?.contested ?? []), ...contested])] });
    }
    setSaved(stored);
    setForm(merged);
    return false;
  }

  if (!sameValues(read, known)) {
    setKnown(read);
    receive(read);
  }
  return { form, saved, setForm, take, receive, newer };
}

/**
 * Finds the problems of the fields, by path: values that this browser's schema rejects, and invalid JSON. If
 * the server has a newer version of the plugin, only the server validates.
 */
function useSettingsCheck(id: string, schema: JsonSchema) {
  const t = useText('plugins');
  const translate = useText();
  const manifest = useRegistry().installed.find((one) => one.id === id);
  return (form: FormValues): Readonly<Record<string, string>> => {
    const { values, broken } = fromForm(schema, form);
    const read = manifest?.config?.safeParse(values, { reportInput: true });
    const problems = read?.success === false ? problemsOf(read.error.issues) : {};
    return Object.fromEntries([
      ...Object.entries(problems).map(([path, { key, params }]) => [
        path,
        translate(key, { ...(params as Record<string, string | number>) }),
      ]),
      ...broken.map((path) => [path, t('settings.notJson')]),
    ]);
  };
}
