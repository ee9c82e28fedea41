import type { ElementView } from '@skyshelf/contracts/browser';
import { linkKinds, type ShownKind, shownKindOf } from '@skyshelf/contracts/rules';
import { text } from '../messages/en.js';
import archive from './icons/archive.svg';
import audio from './icons/audio.svg';
import code from './icons/code.svg';
import excel from './icons/excel.svg';
import file from './icons/file.svg';
import folder from './icons/folder.svg';
import image from './icons/image.svg';
import pdf from './icons/pdf.svg';
import powerpoint from './icons/powerpoint.svg';
import textFile from './icons/text.svg';
import video from './icons/video.svg';
import website from './icons/website.svg';
import word from './icons/word.svg';

/** What an element is for the eye: decides icon, viewer and the order of "Kind". */
export type Kind = ShownKind;

export const kindOf = ({ linktype, extension }: Pick<ElementView, 'linktype' | 'extension'>): Kind =>
  shownKindOf({ kind: linktype, extension });

export const isFolder = (element: Pick<ElementView, 'linktype'>): boolean => element.linktype === 'folder';
/** Links and folders have none. */
export const isFile = (element: Pick<ElementView, 'source'>): boolean => element.source !== null;

const ofLinks = new Map(linkKinds.map(({ name, label }) => [name, label]));

export const kindLabelOf = (element: ElementView): string =>
  ofLinks.get(element.linktype) ?? text.files.kinds[kindOf(element)];

export const kindIcons: Record<Kind, string> = {
  archive,
  audio,
  code,
  excel,
  file,
  folder,
  image,
  pdf,
  powerpoint,
  text: textFile,
  video,
  website,
  word,
};

/** `icons/links/<name>.svg`, where there is one. */
const linkIcons = import.meta.glob<string>('./icons/links/*.svg', {
  eager: true,
  import: 'default',
});

export const kindIconOf = (element: ElementView): string =>
  linkIcons[`./icons/links/${element.linktype}.svg`] ?? kindIcons[kindOf(element)];
