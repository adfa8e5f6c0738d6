/** What dist is made of: one bundle, of which each entry loads its part. */

/** The command line. */
export async function cli(): Promise<void> {
  await (await import('./cli/start')).start();
}
