import type { NewUpload } from '../upload-port.js';

/** Not yet in TypeScript's library; Chromium alone has it. */
type WithPicker = typeof globalThis & {
  showOpenFilePicker?(options: { multiple: true }): Promise<FileSystemFileHandle[]>;
};

/** Lets the user choose files that a later page can read again. `unknown` in browsers that have only the old chooser. */
export async function pickFiles(): Promise<NewUpload[] | 'unknown'> {
  const { showOpenFilePicker } = globalThis as WithPicker;
  if (!showOpenFilePicker) return 'unknown';
  try {
    const handles = await showOpenFilePicker({ multiple: true });
    return await Promise.all(
      handles.map(async (handle) => ({
        ...{ file: await handle.getFile(), handle: { file: handle }, source: 'device' as const },
      })),
    );
  } catch (failure) {
    // Given up by the user; anything else leaves the old chooser.
    return failure instanceof DOMException && failure.name === 'AbortError' ? [] : 'unknown';
  }
}
