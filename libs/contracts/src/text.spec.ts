import { expect, it } from 'vitest';
import { decodeText, guessEncoding, textEncodings } from './text.js';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const utf16 = (text: string, isBig = false): Buffer => {
  const little = Buffer.from(text, 'utf16le');
  return isBig ? little.swap16() : little;
};

/** Each encoded by iconv. */
const written: readonly [string, string, string][] = [
  [
    'gb18030',
    '购物清单：面包、牛奶、茶。今天天气很好。',
    'b9baceefc7e5b5a5a3bac3e6b0fca1a2c5a3c4cca1a2b2e8a1a3bdf1ccecccecc6f8badcbac3a1a3',
  ],
  [
    'big5',
    '購物清單：麵包、牛奶、茶。今天天氣很好。',
    'c1caaaabb24db3e6a147c4d1a55da142a4fba5a4a142aff9a143a4b5a4d1a4d1aef0abdca66ea143',
  ],
  [
    'shift_jis',
    '買い物：パン、牛乳、お茶。名前,住所',
    '948382a295a881468370839381418b8d93fb814182a89283814296bc914f2c8f5a8f8a',
  ],
  [
    'euc-jp',
    '買い物：パン、牛乳、お茶。今日は公園へ',
    'c7e3a4a4caaaa1a7a5d1a5f3a1a2b5edc6fda1a2a4aac3e3a1a3baa3c6fca4cfb8f8b1e0a4d8',
  ],
  [
    'euc-kr',
    '오늘은 날씨가 좋아서 공원에 갔습니다.',
    'bfc0b4c3c0ba20b3afbebeb0a120c1c1bec6bcad20b0f8bff8bfa120b0acbdc0b4cfb4d92e',
  ],
  [
    'koi8-r',
    'Список покупок: хлеб, молоко, чай.',
    'f3d0c9d3cfcb20d0cfcbd5d0cfcb3a20c8ccc5c22c20cdcfcccfcbcf2c20dec1ca2e',
  ],
  [
    'windows-1251',
    'Список покупок: хлеб, молоко, чай.',
    'd1efe8f1eeea20efeeeaf3efeeea3a20f5ebe5e12c20eceeebeeeaee2c20f7e0e92e',
  ],
  [
    'iso-8859-5',
    'Список покупок: хлеб, молоко, чай.',
    'c1dfd8e1deda20dfdedae3dfdeda3a20e5dbd5d12c20dcdedbdedade2c20e7d0d92e',
  ],
  ['koi8-r', 'Покупки: хлеб, молоко, чай.', 'f0cfcbd5d0cbc93a20c8ccc5c22c20cdcfcccfcbcf2c20dec1ca2e'],
  ['koi8-r', 'Привет, Skype', 'f0d2c9d7c5d42c20536b797065'],
  ['iso-2022-jp', '買い物：パン、牛乳', '1b2442476324244a2a2127255125732122356d467d1b2842'],
  [
    'windows-1252',
    'Der „müde“ Café-Gast für 5 €',
    '44657220846dfc64659320436166e92d476173742066fc7220352080',
  ],
  [
    'windows-1250',
    'Zażółć gęślą jaźń. Świeże pieczywo i żółty ser.',
    '5a61bff3b3e62067ea9c6cb9206a619ff12e208c776965bf6520706965637a79776f206920bff3b37479207365722e',
  ],
];

it.each(written)('%s is known by its bytes: %s', (encoding, text, hex) => {
  expect(guessEncoding(bytes(hex))).toBe(encoding);
  expect(decodeText(bytes(hex))).toBe(text);
});

it.each([
  ['Chinese', '购物清单：\n面包、牛奶、茶。\n'],
  ['Russian', 'Список покупок:\nхлеб, молоко, чай.\n'],
  ['English', 'a shopping list'],
])('UTF-16 without a mark is known by its bytes: %s', (_, text) => {
  expect(decodeText(utf16(text))).toBe(text);
  expect(decodeText(utf16(text, true))).toBe(text);
});

it.each([
  [
    'a byte was damaged',
    Buffer.concat([Buffer.from('Grüße aus München, schöne Füße, Öl, '.repeat(9)), bytes('e9')]),
    'utf-8',
  ],
  ['hardly a letter says more', bytes('636166e90a'), 'windows-1252'],
  ['accents stand alone', bytes('c0206c2065737420e020506172697320ea20e00a'), 'windows-1252'],
  ['nothing but ASCII', Buffer.from('plain'), 'utf-8'],
  ['nothing', Buffer.of(), 'utf-8'],
  ['accents come late', Buffer.concat([Buffer.alloc(99_999, 'x'), bytes('c9e9 0a')]), 'windows-1252'],
])('where %s it is read as before', (_, given, encoding) => expect(guessEncoding(given)).toBe(encoding));

it('offers encodings that browsers know by these names', () => {
  expect(textEncodings.map((each) => new TextDecoder(each).encoding)).toEqual(textEncodings);
});
