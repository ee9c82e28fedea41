/**
 * Only libs/event-store touches the collections `events` and `elements`: what goes past its `withDrive` is neither
 * fenced nor recorded. Others read through its API. Tests may break the rule, that is what they are for.
 */
import ts from 'typescript';
import { productViolations } from './product-violations.mjs';

const GUARDED = new Set(['events', 'elements']);
const METHODS = new Set(['collection', 'createCollection', 'dropCollection', 'renameCollection', 'model']);
const PROPERTIES = new Set(['collection', 'into', '$out', '$merge', 'coll']);

/** The places outside of libs/event-store that open one of the guarded collections. */
export const checkCollections = (root) =>
  productViolations(root, {
    exempt: ['libs/event-store/'],
    mentions: /['"`](events|elements)['"`]/,
    rule: (file) => {
      const constants = constantsOf(file);
      const nameOf = (node) => {
        if (ts.isIdentifier(node)) return constants.get(node.text);
        return ts.isStringLiteralLike(node) ? node.text : undefined;
      };
      return (node) =>
        namesIn(node)
          .filter((each) => GUARDED.has(nameOf(each)))
          .map((each) => [each, `only libs/event-store may open the collection \`${nameOf(each)}\``]);
    },
  });

/** Lists the nodes that name a collection. */
function namesIn(node) {
  if (ts.isCallExpression(node) && METHODS.has(calleeName(node))) return node.arguments;
  return ts.isPropertyAssignment(node) && PROPERTIES.has(node.name.text) ? [node.initializer] : [];
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
