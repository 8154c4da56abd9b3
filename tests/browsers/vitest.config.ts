import { defineConfig } from 'vitest/config';

/** Stories in Firefox and WebKit: real browsers, a real server, a real PostgreSQL with demonstration data. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.story.ts'],
    globalSetup: ['support/setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    allowOnly: false,
    reporters: ['verbose'],
    // A timeout for hangs; without a GPU, pages are slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
