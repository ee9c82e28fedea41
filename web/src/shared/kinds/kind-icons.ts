import type { ElementView } from '@skyshelf/contracts/browser';
import archive from './icons/archive.svg';
import audio from './icons/audio.svg';
import code from './icons/code.svg';
import excel from './icons/excel.svg';
import file from './icons/file.svg';
import folder from './icons/folder.svg';
import image from './icons/image.svg';
import pdf from './icons/pdf.svg';
import powerpoint from './icons/powerpoint.svg';
import text from './icons/text.svg';
import video from './icons/video.svg';
import website from './icons/website.svg';
import word from './icons/word.svg';
import { type Kind, kindOf } from './kind-of.js';

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
  text,
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
