import { vi } from 'vitest';

const { waitFor } = vi;

// Vitest's default is one second, which a single response may take on a busy machine. Only failures take longer.
vi.waitFor = (work, options) =>
  waitFor(work, typeof options === 'number' ? options : { timeout: 60_000, ...options });
