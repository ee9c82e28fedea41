/**
 * A command as it is typed: words`get pods --namespace ${name} ${more}`. What is put in stays whole, whatever
 * it holds; a list comes as its words.
 */
export const words = (texts, ...values) =>
  texts
    .join('\0')
    .trim()
    .split(/\s+/)
    .flatMap((word) => (word === '\0' ? values.shift() : word.replace(/\0/g, () => values.shift())));
