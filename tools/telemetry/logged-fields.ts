import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const LEVEL = /^(trace|debug|info|warn|error|fatal|level)$/;
const LOGGER = /(^|\.)#?_?(log|logger)\??$/i;
const NO_PRODUCT =
  /(\.spec\.ts|\.contract\.ts)$|\/(testing|contract|bench|campaign|crash|dist|node_modules)\//;

/** The sources of the product's processes below a root. */
export const productSources = (root: string): string[] =>
  ['libs', 'services', 'apps']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, String(name))),
    )
    .filter((path) => /\/src\/.*\.ts$/.test(path) && !NO_PRODUCT.test(path.slice(root.length)));

/** The names of the fields that a source file logs; `?` with its text where they can't be read off. */
export function loggedFields(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isLogging(node, file)) found.push(...fieldsOf(node.arguments[0], file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isLogging(
  { expression, arguments: [first, message] }: ts.CallExpression,
  file: ts.SourceFile,
): boolean {
  if (!first || ts.isStringLiteral(first) || ts.isNoSubstitutionTemplateLiteral(first)) return false;
  // A word alone is the message.
  if (!message && ts.isIdentifier(first)) return false;
  if (!ts.isPropertyAccessExpression(expression) && !ts.isElementAccessExpression(expression)) return false;
  const level = ts.isPropertyAccessExpression(expression) ? expression.name.text : 'level';
  return LEVEL.test(level) && LOGGER.test(expression.expression.getText(file));
}

function fieldsOf(given: ts.Node | undefined, file: ts.SourceFile): string[] {
  if (given && ts.isObjectLiteralExpression(given))
    return given.properties.flatMap((property) =>
      ts.isSpreadAssignment(property)
        ? fieldsOf(property.expression, file)
        : [property.name?.getText(file) ?? '?'],
    );
  if (given && ts.isParenthesizedExpression(given)) return fieldsOf(given.expression, file);
  if (given && ts.isBinaryExpression(given)) return fieldsOf(given.right, file);
  const declared = given ? declarationsOf(given, file) : [];
  return declared.length > 0 ? declared : [`? ${given?.getText(file)}`];
}

/** Finds the value of a constant of this name; for a property, that of the constructor's parameter of this name. */
function declarationsOf(given: ts.Node, file: ts.SourceFile): string[] {
  const found: string[] = [];
  const property = ts.isPropertyAccessExpression(given);
  const name = property ? given.name.text : given.getText(file);
  const visit = (node: ts.Node): void => {
    if (property && ts.isParameter(node) && node.name.getText(file) === name) {
      if (node.type && ts.isTypeLiteralNode(node.type))
        found.push(...node.type.members.map((member) => member.name?.getText(file) ?? '?'));
    } else if (!property && ts.isVariableDeclaration(node) && node.name.getText(file) === name) {
      if (node.initializer && ts.isObjectLiteralExpression(node.initializer))
        found.push(...fieldsOf(node.initializer, file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
