/** Fetches the part of the application that only a signed-in admin needs: router, data, shell. */
export async function loadSignedIn() {
  return await import('../shell/signed-in.tsx');
}
