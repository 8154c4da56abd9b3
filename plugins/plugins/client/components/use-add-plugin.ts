import { useRef, useState } from 'react';
import {
  newIdempotencyKey,
  refetchQueries,
  type IdentityProof,
  type RequestError,
  send,
  toRequestError,
} from '#kernel/plugin-api/client.ts';
import type { Examination, ExternalPluginPlan, PluginDetail, Rejection } from '../../contract.ts';
import { pluginDocument, pluginsDocument } from '../data/queries.ts';

/** The plan of an acceptable archive. */
export interface Planned {
  readonly file: File;
  readonly plan: ExternalPluginPlan;
  readonly hasFactor: boolean;
}

/** The progress of adding a plugin. */
export type AddState =
  | { readonly step: 'choose'; readonly failure: RequestError | null }
  | { readonly step: 'checking'; readonly file: File; readonly progress: number }
  | ({ readonly step: 'planned' | 'asking' } & Planned)
  | {
      readonly step: 'refused';
      readonly plan: ExternalPluginPlan | null;
      readonly rejections: readonly Rejection[];
    }
  | { readonly step: 'done'; readonly plan: ExternalPluginPlan; readonly isOn: boolean };

const start: AddState = { step: 'choose', failure: null };

/** Adds an external plugin: the archive is chosen, reviewed, confirmed with a second factor, and installed. */
export function useAddPlugin() {
  const [state, setState] = useState<AddState>(start);
  const checking = useRef<AbortController | null>(null);

  async function examine(file: File): Promise<void> {
    const controller = new AbortController();
    checking.current = controller;
    setState({ step: 'checking', file, progress: 0 });
    try {
      const {
        plan,
        refusals: rejections,
        second_factor,
      } = await send<Examination>('POST', 'plugins/external/plan', formOf(file), {
        signal: controller.signal,
        onProgress: (progress) => setState({ step: 'checking', file, progress }),
      });
      if (controller.signal.aborted) return;
      if (plan === null || rejections.length > 0) setState({ step: 'refused', plan, rejections });
      else setState({ step: 'planned', file, plan, hasFactor: second_factor });
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: 'choose', failure: toRequestError(error) });
    }
  }

  /** Rejects if a field is invalid; other obstacles are shown in their own step. */
  async function install({ file, plan }: Planned, proof: IdentityProof): Promise<void> {
    try {
      const { passkey, ...typed } = proof;
      const signed = passkey ? { passkey: JSON.stringify(passkey) } : {};
      const body = formOf(file, { ...typed, ...signed, digest: plan.digest });
      const added = await send<PluginDetail>('POST', 'plugins/external', body, {
        idempotencyKey: newIdempotencyKey(),
      });
      setState({ step: 'done', plan, isOn: added.reasons[0]?.state === 'enabled' });
      await refetchQueries(pluginsDocument, pluginDocument);
    } catch (error) {
      const problem = toRequestError(error);
      const { refusals } = (problem.body ?? {}) as { readonly refusals?: readonly Rejection[] };
      if (!refusals) throw error;
      setState({ step: 'refused', plan, rejections: refusals });
    }
  }

  return {
    state,
    examine,
    install,
    requestProof: (planned: Planned) => setState({ ...planned, step: 'asking' }),
    back: (planned: Planned) => setState({ ...planned, step: 'planned' }),
    again: () => setState(start),
    /** Cancels the running step; nothing has changed until it is installed. */
    cancel: () => checking.current?.abort(),
  };
}

function formOf(file: File, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append('files', file);
  return form;
}
