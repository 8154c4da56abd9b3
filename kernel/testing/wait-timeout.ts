import { vi } from 'vitest';

const { waitFor } = vi;

// Vitest waits for one second, which a busy machine may need for a single response. Success returns at once; failure
// takes longer.
vi.waitFor = (work, options) =>
  waitFor(work, typeof options === 'number' ? options : { timeout: 60_000, ...options });
