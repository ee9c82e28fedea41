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
import type { Kind } from './kind-of.js';

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
