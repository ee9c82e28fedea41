import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { downloadPath } from '../../../shared/files/paths.js';
import { IconArrowRight, IconCopyPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';
import { text } from '../../../shared/messages/en.js';
import { useAppStore } from '../../../shared/store/store.js';
import { useActionContext } from '../actions/action.js';
import { type DragView, ElementDrag } from './element-drag.js';
import { type DragPoint, followElementDrags } from './follow-element-drags.js';
import css from './drag.module.css';

const ARCHIVE = 'application/zip';

/** A colon ends the name in a `DownloadURL`. */
const download = (type: string, name: string, address: string): string =>
  `${type.split(';', 1)[0]}:${name.replaceAll(':', '_')}:${address}`;

/** Null for what can't be downloaded at once. */
const downloadOf = (elements: readonly ElementView[], origin: string): string | null => {
  const [first] = elements;
  if (first && elements.length === 1 && isFolder(first)) {
    const address = `${origin}/api/download?folder=${encodeURIComponent(first._id)}`;
    return download(ARCHIVE, `${first.linkname}.zip`, address);
  }
  const files = elements.filter(isFile);
  const keys = files.flatMap(({ linkurl }) => linkurl ?? []);
  const [only] = files;
  if (!only || keys.length > limits.maxDownloadFiles || elements.some(isFolder)) return null;
  const address = `${origin}${downloadPath(keys)}`;
  return keys.length === 1
    ? download(only.linktype, only.linkname, address)
    : download(ARCHIVE, 'Skyshelf.zip', address);
};

const linkAddresses = (elements: readonly ElementView[]): string[] =>
  elements.flatMap((element) => (isFile(element) || isFolder(element) ? [] : (element.linkurl ?? [])));

/**
 * Lists the dragged data by format. `DownloadURL` is Chromium's: type, name and address.
 * @param origin of our server
 */
export const dragOut = (elements: readonly ElementView[], origin: string): Record<string, string> => {
  const file = downloadOf(elements, origin);
  const links = linkAddresses(elements);
  return {
    ...(file !== null && { DownloadURL: file }),
    ...(links.length > 0 && { 'text/uri-list': links.join('\r\n'), 'text/plain': links.join('\n') }),
  };
};

const OWN_FORMAT = 'application/x-skyshelf';

const labelOf = ({ count, name, into, copies }: DragView): string => {
  const what = count === 1 ? name : count.toLocaleString('en-US');
  if (into === null) return count === 1 ? name : text.files.count(count);
  return copies ? text.drag.copy(what, into) : text.drag.move(what, into);
};

export const DragElements = () => {
  const store = useAppStore();
  const context = useActionContext();
  const latest = useRef(context);
  latest.current = context;
  const badgeRef = useRef<HTMLDivElement>(null);
  const ghostRef = useRef<HTMLSpanElement>(null);
  const [view, setView] = useState<DragView | null>(null);

  useEffect(() => {
    const drag = new ElementDrag(store, latest, setView);
    if (!ghostRef.current) return;
    const begun = (tile: HTMLElement, data: DataTransfer): void => {
      const given = dragOut(drag.start(tile), location.origin);
      for (const [format, value] of Object.entries(given)) data.setData(format, value);
      // Some browsers begin no drag without data.
      data.setData(OWN_FORMAT, 'elements');
    };
    const moved = ({ x, y, copies }: DragPoint): void => {
      const badge = badgeRef.current;
      if (badge) badge.style.translate = `${x + 14}px ${y + 18}px`;
      drag.over(x, y, copies);
    };
    const follower = { begun, moved, mayStart: () => latest.current.signedIn };
    const ends = { left: () => drag.leave(), ended: (dropped: boolean) => drag.end(dropped) };
    const stop = followElementDrags({ ...follower, ...ends }, ghostRef.current);
    return () => {
      stop();
      drag.end(false);
    };
  }, [store]);
  const Icon = view?.copies ? IconCopyPlus : IconArrowRight;
  return (
    <>
      <span ref={ghostRef} className={css.ghost} aria-hidden />
      <div ref={badgeRef} className={css.badge} hidden={!view} data-into={view?.into ? true : undefined}>
        {view?.into && <Icon size={16} stroke={2} aria-hidden />}
        <span className="one-line" role="status">
          {view && labelOf(view)}
        </span>
      </div>
    </>
  );
};
