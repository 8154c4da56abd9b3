import type { SwitchPlan } from '#kernel/plugin-api/server.ts';
import { codedError } from './errors.ts';

/** Throws if a plan cannot be carried out, or affects other plugins than were confirmed. */
export function assertPlan(plan: SwitchPlan, confirmed: readonly string[]): void {
  if (plan.forbidden.length > 0) {
    throw codedError(plan.on ? 'not_installed' : 'essential', {
      params: { plugins: plan.forbidden.join(', ') },
      beside: { plan },
    });
  }
  if (plan.also.toSorted().join() !== confirmed.toSorted().join()) {
    throw codedError(plan.on ? 'requires_others' : 'required_by_others', {
      params: { plugins: plan.also.join(', ') },
      beside: { plan },
    });
  }
}
