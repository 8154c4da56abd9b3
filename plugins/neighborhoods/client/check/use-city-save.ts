import { useState } from 'react';
import {
  newIdempotencyKey,
  refetchDocuments,
  send,
  toast,
  toastError,
  toRequestError,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { BorderPlan, NeighborhoodBorder } from '../../contract.ts';
import { useRequestedPlan } from '../form/use-requested-plan.ts';
import type { ChangedBorder } from './drawing.ts';
import { bordersDocument, householdPinsDocument, neighborhoodsDocument } from '../data/queries.ts';

type Saved = { readonly borders: readonly NeighborhoodBorder[] };

/** Saves a city's borders by a plan, all or none. */
export function useCitySave(onSaved: (borders: Saved['borders']) => void) {
  const t = useText('neighborhoods');
  const { requested, requestDecision } = useRequestedPlan();
  const [isSaving, setSaving] = useState(false);

  /** Shows plans until one is saved, or the user returns to editing. */
  async function agree(borders: readonly ChangedBorder[]): Promise<Saved | null> {
    let plan = await send<BorderPlan>('POST', 'neighborhoods/plan', { borders });
    for (let isNew = false; ; isNew = true) {
      const successors = await requestDecision(plan, isNew);
      if (!successors) return null;
      const body = { borders, digest: plan.digest, successors };
      try {
        return await send<Saved>('PUT', 'neighborhoods/plan', body, { idempotencyKey: newIdempotencyKey() });
      } catch (error) {
        const { code, body: rejected } = toRequestError(error);
        const newer = (rejected as { plan?: BorderPlan } | null)?.plan;
        if (code !== 'plan_changed' || !newer) throw error;
        plan = newer;
      }
    }
  }

  async function save(borders: readonly ChangedBorder[]): Promise<void> {
    setSaving(true);
    try {
      const saved = await agree(borders);
      if (saved) {
        onSaved(saved.borders);
        toast.success(t('check.saved', { count: saved.borders.length }));
        void refetchDocuments(bordersDocument, neighborhoodsDocument, householdPinsDocument);
      }
    } catch (error) {
      const { code } = toRequestError(error);
      if (code === 'border_changed' || code === 'not_found') void refetchDocuments(bordersDocument);
      if (code === 'not_found') toast.error(t('check.deletedByOther'));
      else toastError(error);
    } finally {
      setSaving(false);
    }
  }

  return { requested, isSaving, save } as const;
}
