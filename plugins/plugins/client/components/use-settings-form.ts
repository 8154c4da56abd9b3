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
import type { PluginDetail, PluginSettings, SettingsBody } from '../../contract.ts';
import { fromForm, isSame, rebased, toForm, type FormValues, type JsonSchema } from '../model/setting.ts';

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
  const t = useText('plugins');
  const schema = settings.schema as JsonSchema;
  const { form, saved, setForm, take } = useFormValues(toForm(schema, settings.values));
  const deployed = toForm(schema, settings.deployed);
  const [problems, setProblems] = useState(noProblems);
  const [sending, setSending] = useState(false);
  const dirty = !isSame(form, saved);
  const check = useSettingsCheck(id, schema);
  useLeaveGuard(dirty);

  async function submit(): Promise<void> {
    const found = check(form);
    setProblems({ fields: found, text: null });
    if (Object.keys(found).length > 0 || sending) return;
    setSending(true);
    try {
      const { values: config } = fromForm(schema, form);
      const plugin = await send<PluginDetail>('PUT', `plugins/${id}/settings`, {
        config,
      } satisfies SettingsBody);
      const stored = plugin.settings ? toForm(schema, plugin.settings.values) : form;
      take(stored, stored);
      toast.success(t('settings.saved'));
      onSaved(plugin);
    } catch (error) {
      const { fields, text } = toRequestError(error);
      setProblems({ fields, text });
    } finally {
      setSending(false);
    }
  }

  return {
    schema,
    form,
    errors: problems.fields,
    failure: problems.text,
    dirty,
    sending,
    /** Whether the values to be saved differ from the deployment's file. */
    differs: !isSame(form, deployed),
    change(next: FormValues): void {
      setForm(next);
      // A problem disappears as soon as it is corrected.
      if (Object.keys(problems.fields).length > 0) setProblems({ ...problems, fields: check(next) });
    },
    /** Fills in the values of the deployment's file; they are saved like any other change. */
    takeDeployed: () => setForm({ ...form, ...deployed }),
    undo(): void {
      setForm(saved);
      setProblems(noProblems);
    },
    submit,
  };
}

/** The fields and the saved values; changes saved by another admin are merged into the typed ones. */
function useFormValues(read: FormValues) {
  const [known, setKnown] = useState(read);
  const [saved, setSaved] = useState(read);
  const [form, setForm] = useState(read);

  function take(nextSaved: FormValues, nextForm: FormValues): void {
    setSaved(nextSaved);
    setForm(nextForm);
  }

  if (!isSame(read, known)) {
    setKnown(read);
    take(read, rebased(form, saved, read));
  }
  return { form, saved, setForm, take };
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
