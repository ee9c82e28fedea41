/**
 * Only libs/event-store touches the collections `events` and `elements`: what goes past its `withDrive` is neither
 * fenced nor recorded. Others read through its API. Tests may break the rule, that is what they are for.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isTest, sourceFiles } from './source-files.mjs';

const GUARDED = new Set(['events', 'elements']);
const METHODS = new Set(['collection', 'createCollection', 'dropCollection', 'renameCollection', 'model']);
const PROPERTIES = new Set(['collection', 'into', '$out', '$merge', 'coll']);

/** The places outside of libs/event-store that open one of the guarded collections. */
export function checkCollections(root) {
  const folders = ['libs', 'services', 'apps'];
  const files = sourceFiles(root, folders).filter(
    (path) => !path.startsWith('libs/event-store/') && !isTest(path),
  );
  return files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return /['"`](events|elements)['"`]/.test(text) ? violations(path, text) : [];
  });
}

function violations(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const found = [];
  const nameOf = (node) => {
    if (node && ts.isIdentifier(node)) return constants.get(node.text);
    return node && ts.isStringLiteralLike(node) ? node.text : undefined;
  };
  const report = (node, name) => {
    if (!GUARDED.has(name)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1}: only libs/event-store may open the collection \`${name}\``);
  };
  const visit = (node) => {
    if (ts.isCallExpression(node) && METHODS.has(calleeName(node)))
      node.arguments.forEach((each) => report(node, nameOf(each)));
    if (ts.isPropertyAssignment(node) && PROPERTIES.has(node.name.text))
      report(node, nameOf(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function calleeName(call) {
  return ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : call.expression.text;
}

/** The constants of a file that hold a plain string. */
function constantsOf(file) {
  const constants = new Map();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteralLike(node.initializer)) {
      constants.set(node.name.getText(), node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}
