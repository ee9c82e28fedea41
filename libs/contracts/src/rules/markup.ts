const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute of HTML or XML. */
export const escapedMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => references[character] ?? character);
