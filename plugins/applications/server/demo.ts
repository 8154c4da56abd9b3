export async function fillApplications(): Promise<void> {}
