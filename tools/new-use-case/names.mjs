/** A use case is named by a verb and what it does it to, in kebab case: `rename-folder`. */
const NAME = /^[a-z]+(-[a-z]+)+$/;

/** The forms in which one name stands in the code. */
export function namesOf(name) {
  if (!NAME.test(name ?? '')) {
    throw new Error(
      `--name is a verb and what it acts on, as in rename-folder; ${name ?? 'nothing'} was given.`,
    );
  }
  const words = name.split('-');
  const pascal = words.map(capital).join('');
  return { file: name, pascal, camel: pascal[0].toLowerCase() + pascal.slice(1), sentence: words.join(' ') };
}

export function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
