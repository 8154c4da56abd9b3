import { vi } from 'vitest';

const { waitFor } = vi;

// Vitest waits for one second, which a busy machine may need for a single answer. What comes is taken as soon as it is
// there; what never comes fails all the same.
vi.waitFor = (work, options) =>
  waitFor(work, typeof options === 'number' ? options : { timeout: 15_000, ...options });
