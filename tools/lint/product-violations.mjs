import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isTest, sourceFiles } from './source-files.mjs';

/**
 * Lists the places where code of the product breaks a rule, as `path:line: what`.
 * @param exempt beginnings of paths
 * @param mentions no other file can break the rule
 * @param rule given a file, answers what to ask of each node: the places at which it is wrong, and what is
 */
export function productViolations(root, { exempt, mentions, rule }) {
  const files = sourceFiles(root, ['libs', 'services', 'apps']).filter(
    (path) => !isTest(path) && !exempt.some((beginning) => path.startsWith(beginning)),
  );
  return files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    if (!mentions.test(text)) return [];
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const wrongIn = rule(file);
    const found = [];
    const visit = (node) => {
      for (const [place, what] of wrongIn(node)) {
        const { line } = file.getLineAndCharacterOfPosition(place.getStart());
        found.push(`${path}:${line + 1}: ${what}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}
