import { blobOfAddress, limits } from '@skyshelf/contracts/browser';
import { ofTrash } from '../../shared/files/file-addresses.js';
import { SmallPicture } from '../../shared/files/small-picture.js';
import { formatMoment, formatSize } from '../../shared/format/dates-and-sizes.js';
import { ListName } from '../../shared/listings/list-parts.js';
import { trashTexts as text } from '../../shared/messages/trash-texts.js';
import type { TrashedElement } from './trash-api.js';
import css from './trash.module.css';

const DAY_MS = 24 * 60 * 60_000;

export const isFile = ({ linkurl }: TrashedElement): boolean =>
  linkurl !== null && blobOfAddress(linkurl) !== null;
export const isFolder = ({ linktype }: TrashedElement): boolean => linktype === 'folder';

/** Nothing is converted in the trash: a text that has no document is shown as it is. */
export const readable = (element: TrashedElement): TrashedElement =>
  element.linktype === 'text/plain' && element.openElement === null
    ? { ...element, extension: null }
    : element;

/** Null where these cannot be downloaded together: links, more than one folder, or too many files. */
export function downloadInTrash(elements: readonly TrashedElement[]): string | null {
  const [first, ...others] = elements;
  if (first && isFolder(first) && others.length === 0)
    return `/api/download?folder=${encodeURIComponent(first._id)}&trash=1`;
  const addresses = elements.flatMap((each) => (isFile(each) ? (each.linkurl ?? []) : []));
  const isWhole = addresses.length === elements.length && addresses.length <= limits.maxDownloadFiles;
  return first && isWhole ? ofTrash.download(addresses) : null;
}

interface TrashRowProps {
  element: TrashedElement;
  isChosen: boolean;
  toggle: () => void;
  open: () => void;
}

export const TrashRow = ({ element, isChosen, toggle, open }: TrashRowProps) => {
  const { linkname: name, path, deleted, until, size, kept } = element;
  const bytes = kept?.bytes ?? (isFolder(element) ? null : size);
  // The folder itself counts too.
  const inside = isFolder(element) && kept ? kept.count - 1 : 0;
  return (
    <li data-chosen={isChosen}>
      <label className={css.pick}>
        <input type="checkbox" checked={isChosen} aria-label={text.select(name)} onChange={toggle} />
      </label>
      <SmallPicture element={element} size={40} files={ofTrash} />
      <ListName name={name} label={text.open(name)} open={open}>
        {deleted && (
          <small>
            {text.where(path)}, {text.deleted(formatMoment(deleted))}
          </small>
        )}
      </ListName>
      <small className={css.size}>
        {bytes !== null && (inside > 0 || !isFolder(element)) && formatSize(bytes)}
        {inside > 0 && ` · ${text.holds(inside)}`}
      </small>
      <small className={css.left}>
        {until && text.left(Math.ceil((Date.parse(until) - Date.now()) / DAY_MS))}
      </small>
    </li>
  );
};
