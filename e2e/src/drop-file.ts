import type { Page } from 'playwright';

/** Drops a file onto the page, or onto a part of it, as from the desktop. */
export async function drop(
  page: Page,
  name: string,
  type: string,
  bytes: Buffer,
  part = 'main',
): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, fileType, base64]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0));
      data.items.add(new File([content], fileName ?? '', { type: fileType ?? '' }));
      return data;
    },
    [name, type, bytes.toString('base64')],
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent(part, event, { dataTransfer: transfer });
}
