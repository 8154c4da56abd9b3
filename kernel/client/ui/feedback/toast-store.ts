import { proxy } from 'valtio/vanilla';

export type ToastKind = 'success' | 'error' | 'info';

export interface ToastItem {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** Milliseconds until it is dismissed; `null`: stays until it is closed. */
  readonly duration: number | null;
}

export interface ToastOptions {
  readonly duration?: number | null | undefined;
}

const MAX_TOASTS = 4;
const durations: Record<ToastKind, number> = { success: 5000, info: 5000, error: 8000 };
let lastId = 0;

/** The visible toasts, oldest first; `ToastHost` renders them. */
export const toastStore = proxy<{ items: ToastItem[] }>({ items: [] });

/** Shows a toast; returns its id. */
export const toast = {
  success: (text: string, options?: ToastOptions) => add('success', text, options),
  error: (text: string, options?: ToastOptions) => add('error', text, options),
  info: (text: string, options?: ToastOptions) => add('info', text, options),
};

/** Dismisses a toast. */
export function dismissToast(id: number): void {
  const at = toastStore.items.findIndex((item) => item.id === id);
  if (at >= 0) toastStore.items.splice(at, 1);
}

/** Dismisses all toasts, for example when signing out. */
export function clearToasts(): void {
  toastStore.items.splice(0);
}

function add(kind: ToastKind, text: string, { duration }: ToastOptions = {}): number {
  const duplicate = toastStore.items.find((item) => item.kind === kind && item.text === text);
  if (duplicate) dismissToast(duplicate.id);
  const id = ++lastId;
  const stay = duration === undefined ? durations[kind] : duration;
  toastStore.items.push({ id, kind, text, duration: stay });
  if (toastStore.items.length > MAX_TOASTS) toastStore.items.shift();
  return id;
}
