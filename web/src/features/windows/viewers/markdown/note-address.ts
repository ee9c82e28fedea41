/** Null for one that runs or reads something, or leads nowhere. */
export function safeLink(address: string): string | null {
  // Browsers skip these: they could hide a scheme.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u0020\u007f-\u009f]/.test(address)) return null;
  return /^(?:https?:\/\/|mailto:)[^/]/i.test(address) && URL.canParse(address) ? address : null;
}

export interface DriveFile {
  folder: string;
  name: string;
}

/** Relative, or from the root; null for anything else. */
export function fileOfDrive(address: string, folder: string): DriveFile | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|^#|\\/i.test(address)) return null;
  try {
    const path = decodeURIComponent(address.replace(/[?#].*$/, ''));
    const steps = path.startsWith('/') ? [] : folder.split('/').filter(Boolean);
    for (const step of path.split('/')) {
      if (step === '..') steps.pop();
      else if (step !== '' && step !== '.') steps.push(step);
    }
    const name = steps.pop();
    return name === undefined ? null : { folder: ['', ...steps, ''].join('/'), name };
  } catch {
    return null;
  }
}
