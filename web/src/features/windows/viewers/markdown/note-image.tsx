import type { ElementView } from '@skyshelf/contracts/browser';
import { filePath } from '../../../../shared/files/paths.js';
import { shownFileType } from '@skyshelf/contracts/rules';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useListFolderQuery } from '../../../../shared/listings/listings-api.js';
import { windowsTexts } from '../../../../shared/messages/windows-texts.js';
import { useReadCookieReady } from '../../../../shared/session/read-cookie.js';
import { imageSources } from '../../../../shared/files/picture-sources.js';
import css from './note.module.css';

/** Null for one that runs or reads something, or leads nowhere. */
export function safeLink(address: string): string | null {
  // Browsers skip these: they could hide a scheme.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u0020\u007f-\u009f]/.test(address)) return null;
  return /^(?:https?:\/\/|mailto:)[^/]/i.test(address) && URL.canParse(address) ? address : null;
}

interface DriveFile {
  folder: string;
  name: string;
}

/** Resolves a relative path or one from the root; null for anything else. */
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

interface NoteImageProps {
  address: string;
  alt: string;
  folder: string;
}

/** Shows an image from elsewhere as a link: fetching it would reveal who reads the note. */
export const NoteImage = ({ address, alt, folder }: NoteImageProps) => {
  const file = fileOfDrive(address, folder);
  if (file) return <DriveImage file={file} alt={alt} />;
  const link = safeLink(address);
  if (!link) return <Missing alt={alt} />;
  return (
    <a className={css.picture} href={link} target="_blank" rel="noopener noreferrer" title={link}>
      <IconPhoto size={16} aria-hidden />
      {windowsTexts.pictureElsewhere(alt)}
    </a>
  );
};

const sameName = (one: string, other: string): boolean =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();

const isImage = ({ linktype, extension }: ElementView): boolean =>
  linktype.includes('/') && shownFileType(linktype, extension).viewer === 'image';

const DriveImage = ({ file: { folder, name }, alt }: { file: DriveFile; alt: string }) => {
  const cookieReady = useReadCookieReady();
  const { data, isLoading } = useListFolderQuery(folder);
  const [tried, setTried] = useState(0);
  const found = data?.docs.find((one) => isImage(one) && sameName(one.linkname, name));
  const source = found && imageSources(found)[tried];
  if (isLoading || (source && !cookieReady)) return null;
  if (!source) return <Missing alt={alt || name} />;
  return <img src={filePath(source)} alt={alt} onError={() => setTried(tried + 1)} />;
};

const Missing = ({ alt }: { alt: string }) => (
  <span className={css.picture}>
    <IconPhoto size={16} aria-hidden />
    {windowsTexts.pictureMissing(alt)}
  </span>
);
