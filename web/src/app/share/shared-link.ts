/** Many apps share the address within the text. */
const ADDRESS = /https?:\/\/\S+/i;

/** What another app shares: the address in it, and what is said of it. */
export const sharedLink = (search: string): { url: string; name: string } => {
  const given = new URLSearchParams(search);
  const [title, text] = [given.get('title')?.trim() ?? '', given.get('text')?.trim() ?? ''];
  const url = given.get('url')?.trim() || (ADDRESS.exec(text)?.[0] ?? '');
  return { url, name: title || text.replace(url, '').trim() };
};
