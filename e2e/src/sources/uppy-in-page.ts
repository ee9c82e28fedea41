import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Uppy and what a test does with it, as one script. */
export async function uppyInPage(): Promise<string> {
  const build = await rolldown({ input: join(import.meta.dirname, 'in-page.mjs'), platform: 'browser' });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}
