/** What dist is made of: one bundle. Each entry of dist calls one of these, which loads what it needs. */

/** The command line. */
export async function cli(): Promise<void> {
  await (await import('./cli/start')).start();
}

// ---- the steps of the GitHub actions

export async function acquire(): Promise<void> {
  await (await import('./actions/acquire')).acquire();
}

export async function acquirePost(): Promise<void> {
  await (await import('./actions/acquire-post')).acquirePost();
}

export async function checkQuit(): Promise<void> {
  await (await import('./actions/check-quit')).checkQuit();
}

export async function release(): Promise<void> {
  await (await import('./actions/release')).release();
}

export async function releasePost(): Promise<void> {
  await (await import('./actions/release')).releasePost();
}

export async function run(): Promise<void> {
  await (await import('./actions/run')).run();
}

export async function runPost(): Promise<void> {
  await (await import('./actions/run')).runPost();
}

export async function composite(): Promise<void> {
  await (await import('./actions/composite')).composite();
}

/** The process that acquire starts. */
export async function keeper(): Promise<void> {
  await (await import('./actions/keeper')).keeper();
}
