import { textEncodings, type TextEncoding } from '@skyshelf/contracts/text';
import { windowsTexts } from '../../../../shared/messages/windows-texts.js';
import type { EncodingChoice } from './use-reading.js';

const names: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Western (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  ibm866: 'Cyrillic (DOS 866)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'x-mac-cyrillic': 'Cyrillic (Macintosh)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  gb18030: 'Chinese (GBK, GB 18030)',
  big5: 'Chinese (Big5)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  'euc-kr': 'Korean (EUC-KR)',
};

/** A guess may be wrong: the user knows which words are right. */
export const EncodingMenu = ({ encoding, choose }: EncodingChoice) => (
  <select
    aria-label={windowsTexts.encoding}
    title={windowsTexts.encoding}
    value={encoding}
    onChange={({ target }) => {
      const chosen = textEncodings.find((each) => each === target.value);
      if (chosen) choose(chosen);
    }}
  >
    {textEncodings.map((each) => (
      <option key={each} value={each}>
        {names[each]}
      </option>
    ))}
  </select>
);
