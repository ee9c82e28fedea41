/** A link that may be followed; null for one that runs something, reads something, or leads nowhere from here. */
export function safeLink(address: string): string | null {
  // What browsers leave out of an address could hide its scheme; such an address is no link.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u0020\u007f-\u009f]/.test(address)) return null;
  return /^(?:https?:\/\/|mailto:)[^/]/i.test(address) && URL.canParse(address) ? address : null;
}

export interface DriveFile {
  folder: string;
  name: string;
}

/**
 * The file of the drive that a note means by a relative address, or by one from the root; null when it means something
 * else.
 */
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
