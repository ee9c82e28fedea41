import { decodeText, guessEncoding, type TextEncoding } from '@skyshelf/contracts/text';
import { useMemo, useState } from 'react';

export interface EncodingChoice {
  encoding: TextEncoding;
  choose: (encoding: TextEncoding) => void;
}

export interface Reading extends EncodingChoice {
  text: string;
}

const nothing = new Uint8Array();

/** Of a text's bytes: in the encoding guessed, until the user chooses one. */
export const useReading = (found: Uint8Array | null | undefined): Reading => {
  const bytes = found ?? nothing;
  const [chosen, choose] = useState<TextEncoding | null>(null);
  const encoding = useMemo(() => chosen ?? guessEncoding(bytes), [bytes, chosen]);
  const text = useMemo(() => decodeText(bytes, encoding), [bytes, encoding]);
  return { text, encoding, choose };
};
