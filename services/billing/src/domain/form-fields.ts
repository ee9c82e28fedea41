import { refusedPayment } from './receive-payment.js';

/** The provider never sends more. */
const MOST_FIELDS = 300;
/** As providers name them. */
const charsets = new Set(['utf-8', 'utf8', 'windows-1252', 'iso-8859-1', 'us-ascii']);

/**
 * In the form's character set, default windows-1252.
 * @throws DomainError `payment.refused`: no such form, or a repeated field, which readers interpret
 * differently
 */
export function formFields(form: Buffer): ReadonlyMap<string, string> {
  const pairs = form.toString('latin1').split('&');
  if (pairs.length > MOST_FIELDS) throw refusedPayment('body');
  const raw = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [bytesOf(name).toString('latin1'), bytesOf(value.join('='))] as const;
  });
  const charset = raw.find(([name]) => name === 'charset')?.[1].toString('latin1') ?? 'windows-1252';
  if (!charsets.has(charset.toLowerCase())) throw refusedPayment('charset');
  const decoder = new TextDecoder(charset, { fatal: true });
  const fields = new Map<string, string>();
  for (const [name, value] of raw) {
    if (fields.has(name)) throw refusedPayment(name.slice(0, 40));
    fields.set(name, textOf(decoder, name, value));
  }
  return fields;
}

function textOf(decoder: InstanceType<typeof TextDecoder>, name: string, value: Buffer): string {
  try {
    return decoder.decode(value);
  } catch {
    throw refusedPayment(name.slice(0, 40));
  }
}

/** `+` is a blank, `%XX` a byte. */
function bytesOf(text: string): Buffer {
  const spaced = text.replaceAll('+', ' ');
  if (/%(?![\dA-Fa-f]{2})/.test(spaced)) throw refusedPayment('body');
  const plain = spaced.replace(/%([\dA-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(plain, 'latin1');
}
