import type { NewUpload } from '../upload-port.js';

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Browsers let a person choose a folder, though no standard has it. */
    webkitdirectory?: T extends HTMLInputElement ? string : never;
  }
}

/** Only Chromium has it, and TypeScript's library lacks it. */
type WithPicker = typeof globalThis & {
  showOpenFilePicker?(options: { multiple: true }): Promise<FileSystemFileHandle[]>;
};

/** Picks files that a later page can read again. `unknown`: the browser has only the old chooser. */
export async function pickFiles(): Promise<NewUpload[] | 'unknown'> {
  const { showOpenFilePicker } = globalThis as WithPicker;
  if (!showOpenFilePicker) return 'unknown';
  try {
    const handles = await showOpenFilePicker({ multiple: true });
    return await Promise.all(
      handles.map(async (handle) => ({
        file: await handle.getFile(),
        handle: { file: handle },
        source: 'device' as const,
      })),
    );
  } catch (failure) {
    // Given up by the user; else the old chooser remains.
    return failure instanceof DOMException && failure.name === 'AbortError' ? [] : 'unknown';
  }
}
