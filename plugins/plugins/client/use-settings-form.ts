import { useState } from 'react';
import { problemsOf } from '#kernel/contract/issues.ts';
import type { Manifest, Message } from '#kernel/contract/index.ts';
import { send, toast, toRequestError, useLeaveGuard, useRegistry, useText } from '#kernel/client/index.ts';
import type { PluginDetail, PluginSettings, SettingsBody } from '../contract.ts';
import { fromForm, isSame, rebased, toForm, type FormValues, type JsonSchema } from './model/setting.ts';

/** The form of a plugin's settings, and how to use it. */
export interface SettingsForm {
  readonly schema: JsonSchema;
  readonly form: FormValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly failure: string | null;
  readonly dirty: boolean;
  readonly sending: boolean;
  /** Whether it would save something else than what the deployment's file says. */
  readonly differs: boolean;
  change(form: FormValues): void;
  /** Fills in what the deployment's file says; it is saved like any other change. */
  takeDeployed(): void;
  undo(): void;
  submit(): Promise<void>;
}

/** Holds, checks and sends the settings of a plugin. */
export function useSettingsForm(
  id: string,
  settings: PluginSettings,
  onSaved: (plugin: PluginDetail) => void,
): SettingsForm {
  const t = useText('plugins');
  const say = useText();
  const schema = settings.schema as JsonSchema;
  const read = toForm(schema, settings.values);
  const deployed = toForm(schema, settings.deployed);
  const [known, setKnown] = useState(read);
  const [saved, setSaved] = useState(read);
  const [form, setForm] = useState(read);
  if (!isSame(read, known)) {
    // Somebody has saved others.
    setKnown(read);
    take(read, rebased(form, saved, read));
  }
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const manifest = useRegistry().installed.find((one) => one.id === id);
  const dirty = !isSame(form, saved);
  useLeaveGuard(dirty);

  function take(from: FormValues, to: FormValues): void {
    setSaved(from);
    setForm(to);
  }

  const words = ({ key, params }: Message) => say(key, { ...(params as Record<string, string | number>) });

  function check(next: FormValues): Readonly<Record<string, string>> {
    const { values, broken } = fromForm(schema, next);
    const wrong = Object.fromEntries(broken.map((path) => [path, t('settings.notJson')]));
    return { ...problemsIn(manifest, values, words), ...wrong };
  }

  async function submit(): Promise<void> {
    const found = check(form);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0 || sending) return;
    setSending(true);
    try {
      const body: SettingsBody = { config: fromForm(schema, form).values };
      const plugin = await send<PluginDetail>('PUT', `plugins/${id}/settings`, body);
      if (plugin.settings) {
        const now = toForm(schema, plugin.settings.values);
        take(now, now);
      }
      toast.success(t('settings.saved'));
      onSaved(plugin);
    } catch (error) {
      const { fields, text } = toRequestError(error);
      setErrors(fields);
      setFailure(text);
    } finally {
      setSending(false);
    }
  }

  return {
    schema,
    form,
    errors,
    failure,
    dirty,
    sending,
    differs: !isSame(form, deployed),
    change(next) {
      setForm(next);
      // What was wrong is told as soon as it is right.
      if (Object.keys(errors).length > 0) setErrors(check(next));
    },
    takeDeployed: () => setForm({ ...form, ...deployed }),
    undo() {
      setForm(saved);
      setErrors({});
      setFailure(null);
    },
    submit,
  };
}

/** What the schema of this browser finds wrong; a newer plugin of the server is checked there alone. */
function problemsIn(
  manifest: Manifest | undefined,
  values: FormValues,
  words: (message: Message) => string,
): Record<string, string> {
  const read = manifest?.config?.safeParse(values, { reportInput: true });
  if (!read || read.success) return {};
  return Object.fromEntries(
    Object.entries(problemsOf(read.error.issues)).map(([path, message]) => [path, words(message)]),
  );
}
