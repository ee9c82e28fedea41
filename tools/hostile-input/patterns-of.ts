import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isTest, sourceFiles } from '../lint/source-files.mjs';

/** A regular expression of the product, by where it stands. `pattern` is null where it is put together at run time. */
export interface FoundPattern {
  path: string;
  line: number;
  pattern: RegExp | null;
}

const root = join(import.meta.dirname, '../..');

/** All regular expressions of the product's processes and of the page. */
export const productPatterns = (): FoundPattern[] =>
  sourceFiles(root, ['libs', 'services', 'apps', 'web'])
    .filter((path) => path.includes('/src/') && !isTest(path) && !path.includes('.test.'))
    .flatMap(patternsOf);

function patternsOf(path: string): FoundPattern[] {
  const text = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: FoundPattern[] = [];
  const visit = (node: ts.Node): void => {
    const line = () => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isRegularExpressionLiteral(node)) found.push({ path, line: line(), pattern: literal(node.text) });
    else if (makesPattern(node)) found.push({ path, line: line(), pattern: null });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const makesPattern = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';

function literal(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
