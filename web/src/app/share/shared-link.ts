const ADDRESS = /https?:\/\/\S+/i;

export const sharedLink = (search: string): { url: string; name: string } => {
  const given = new URLSearchParams(search);
  const title = given.get('title')?.trim() ?? '';
  const text = given.get('text')?.trim() ?? '';
  const url = given.get('url')?.trim() || (ADDRESS.exec(text)?.[0] ?? '');
  return { url, name: title || text.replace(url, '').trim() };
};
