/**
 * The modules that external plugins import but do not contain, so that they share one instance with the host. An import
 * map resolves them in the browser, a resolve hook on the server.
 */
export const sharedModules = {
  client: [
    'react',
    'react/jsx-runtime',
    'react-dom',
    'react-router-dom',
    '@apollo/client',
    '@apollo/client/react',
    'styled-components',
    'valtio',
    'zod',
    '@komak/plugin-api/contract',
    '@komak/plugin-api/client',
  ],
  /** For pages in a frame, which can import nothing else of the shell. */
  frame: ['@komak/plugin-api/frame'],
  server: ['zod', 'kysely', '@komak/plugin-api/contract', '@komak/plugin-api/server'],
} as const;
