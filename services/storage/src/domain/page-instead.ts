/** WHATWG MIME Sniffing §7.1. */
const firstTag = /^<(!doctype html|html|head|body|script|iframe)[\s>]/i;
const LOOKED_AT = 4096;

/** A sign-in form or error in place of the file. */
export const isHtmlInsteadOfFile = (head: Uint8Array, name: string): boolean =>
  !/\.(x?html?|xht|mhtml?|php|aspx?)$/i.test(name) &&
  firstTag.test(afterComments(new TextDecoder().decode(head.subarray(0, LOOKED_AT))));

function afterComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end < 0) return '';
    rest = rest.slice(end + '-->'.length).trimStart();
  }
  return rest;
}
