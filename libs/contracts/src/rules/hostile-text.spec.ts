import { expect, it } from 'vitest';
import { decideContentType, mediaType, plainType } from './content-type.js';
import { editedName, extensionOf, hasExtension, uploadName } from './file-names.js';
import { indexCells } from './index-cells.js';
import { linkAddress, withScheme } from './link-address.js';
import { isMailAddress } from './mail.js';
import { elementName, tagsOf, trimmed } from './names.js';
import { decodeText } from '../text.js';

const rules: Record<string, (text: string) => unknown> = {
  elementName,
  trimmed,
  tagsOf: (text) => tagsOf([text, ...text.split(',')]),
  uploadName: (text) => uploadName(text, () => 'x'),
  editedName: (text) => editedName({ name: 'a.png', extension: 'png', isFile: true }, text),
  extensionOf,
  hasExtension: (text) => hasExtension(text, new Set(['js'])),
  linkAddress,
  withScheme: (text) => linkAddress(withScheme(text)),
  isMailAddress,
  mediaType: (text) => mediaType(text, 'txt'),
  plainType,
  decideContentType: (text) => decideContentType(text, 'application/zip'),
  decodeText: (text) => decodeText(Buffer.from(text)),
  indexCells: (text) => indexCells(text, ','),
};
const units = [' ', '.', '1', ',', '"', '\u200d', 'a.', 'https://', 'a@'];

const cpuOf = (rule: (text: string) => unknown, text: string): number => {
  const before = process.cpuUsage();
  rule(text);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

it.each(Object.keys(rules))('%s reads a megabyte of hostile text in proportion to its length', (name) => {
  const rule = rules[name] ?? expect.unreachable();
  for (const unit of units)
    for (const last of ['', '!']) {
      const text = (length: number) => unit.repeat(length / unit.length) + last;
      const small = Math.min(...[1, 2, 3].map(() => cpuOf(rule, text(32 * 1024))));
      const large = cpuOf(rule, text(1024 * 1024));
      expect(large / (small + 3000), `${unit}${last}`).toBeLessThan(200);
    }
});
