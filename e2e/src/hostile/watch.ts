import type { BrowserContext } from 'playwright';

/** Scripts of files that ran, and addresses that were asked elsewhere. */
export interface Harm {
  ran: string[];
  asked: string[];
}

/** Notes what a hostile file does in a browser, wherever it is shown. */
export async function watch(context: BrowserContext, own: string, { ran, asked }: Harm): Promise<void> {
  await context.exposeBinding(
    'hostile',
    (source, by: string) => void ran.push(`${by} at ${source.frame.url()}`),
  );
  context.on('dialog', (dialog) => (ran.push(dialog.message()), void dialog.dismiss()));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !/^(?:blob|data|about):/.test(url)) asked.push(url);
  });
}

/** Goes to an address as by a link; a download is not kept. */
export async function visitAddress(context: BrowserContext, address: URL): Promise<void> {
  const tab = await context.newPage();
  tab.on('download', (download) => void download.cancel());
  await tab.goto(address.href, { waitUntil: 'load' }).catch((error: unknown) => {
    if (!/Download is starting|ERR_ABORTED|ERR_INVALID_RESPONSE/.test(String(error))) throw error;
  });
  await tab.close();
}
