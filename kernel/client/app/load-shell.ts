/** Fetches the code that only a signed-in admin needs: router, data, shell. */
export async function loadShell() {
  return await import('./shell/signed-in.tsx');
}
