interface Language {
  name: string;
  label: string;
  extensions: string;
}

const languages: readonly Language[] = [
  { name: 'bash', label: 'Shell', extensions: 'sh bash zsh' },
  { name: 'c', label: 'C', extensions: 'c h' },
  { name: 'clojure', label: 'Clojure', extensions: 'clj cljs' },
  { name: 'cmake', label: 'CMake', extensions: 'cmake' },
  { name: 'cpp', label: 'C++', extensions: 'cpp cc cxx hpp hh' },
  { name: 'csharp', label: 'C#', extensions: 'cs' },
  { name: 'css', label: 'CSS', extensions: 'css' },
  { name: 'dart', label: 'Dart', extensions: 'dart' },
  { name: 'diff', label: 'Diff', extensions: 'diff patch' },
  { name: 'dockerfile', label: 'Dockerfile', extensions: 'dockerfile' },
  { name: 'dos', label: 'Batch', extensions: 'bat cmd' },
  { name: 'elixir', label: 'Elixir', extensions: 'ex exs' },
  { name: 'erlang', label: 'Erlang', extensions: 'erl' },
  { name: 'go', label: 'Go', extensions: 'go' },
  { name: 'graphql', label: 'GraphQL', extensions: 'graphql gql' },
  { name: 'groovy', label: 'Groovy', extensions: 'groovy gradle' },
  { name: 'haskell', label: 'Haskell', extensions: 'hs' },
  { name: 'ini', label: 'Settings', extensions: 'ini toml conf cfg env properties' },
  { name: 'java', label: 'Java', extensions: 'java' },
  { name: 'javascript', label: 'JavaScript', extensions: 'js mjs cjs jsx' },
  { name: 'json', label: 'JSON', extensions: 'json jsonl geojson ipynb' },
  { name: 'julia', label: 'Julia', extensions: 'jl' },
  { name: 'kotlin', label: 'Kotlin', extensions: 'kt kts' },
  { name: 'latex', label: 'LaTeX', extensions: 'tex' },
  { name: 'less', label: 'Less', extensions: 'less' },
  { name: 'lua', label: 'Lua', extensions: 'lua' },
  { name: 'makefile', label: 'Makefile', extensions: 'mk' },
  { name: 'markdown', label: 'Markdown', extensions: 'md markdown' },
  { name: 'nginx', label: 'nginx', extensions: 'nginx' },
  { name: 'nix', label: 'Nix', extensions: 'nix' },
  { name: 'objectivec', label: 'Objective-C', extensions: 'm mm' },
  { name: 'perl', label: 'Perl', extensions: 'pl pm' },
  { name: 'php', label: 'PHP', extensions: 'php' },
  { name: 'powershell', label: 'PowerShell', extensions: 'ps1 psm1' },
  { name: 'protobuf', label: 'Protocol Buffers', extensions: 'proto' },
  { name: 'python', label: 'Python', extensions: 'py pyw' },
  { name: 'r', label: 'R', extensions: 'r' },
  { name: 'ruby', label: 'Ruby', extensions: 'rb' },
  { name: 'rust', label: 'Rust', extensions: 'rs' },
  { name: 'scala', label: 'Scala', extensions: 'scala' },
  { name: 'scss', label: 'SCSS', extensions: 'scss sass' },
  { name: 'sql', label: 'SQL', extensions: 'sql' },
  { name: 'swift', label: 'Swift', extensions: 'swift' },
  { name: 'typescript', label: 'TypeScript', extensions: 'ts tsx mts cts' },
  { name: 'vbnet', label: 'Visual Basic', extensions: 'vb' },
  { name: 'xml', label: 'XML', extensions: 'xml html htm vue svelte xsd xsl' },
  { name: 'yaml', label: 'YAML', extensions: 'yml yaml' },
];

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.split(' ').map((one) => [one, language] as const)),
);
const byName = new Map(languages.map((language) => [language.name, language]));

/** Is null for plain text. */
export const languageOf = (extension: string | null): Language | null =>
  byExtension.get(extension ?? '') ?? null;

export const languageNamed = (words: string): Language | null => {
  const name = /^\S*/.exec(words.toLowerCase())?.[0] ?? '';
  return byName.get(name) ?? languageOf(name);
};
