/**
 * A service owns its data: its database is opened once, by who starts the service, and handed to that service
 * alone. Everybody else asks the service by its `/internal/` routes, the operator's commands too. Tests may
 * break the rule, that is what they are for.
 */
import ts from 'typescript';
import { productViolations } from './product-violations.mjs';

/** The files that open databases, each with the owner. */
const OPENERS = [
  /** A service's own, in a process of its own. */
  'libs/service/src/process/open-database.ts',
  /** Each service's own, in the process of all. */
  'apps/standalone/src/make-services.ts',
  'apps/standalone/src/database.ts',
  /** This is the server's own administration, not a service's. */
  'libs/host/src/database-user.ts',
  'libs/host/src/replica-set.ts',
  'libs/host/src/form-replica-set.ts',
  'libs/event-store/src/mongo/abandoned-transactions.ts',
];

const RULE = "a service's database is its own, others ask it by /internal/ routes";

/** The places that open a database which is not handed to them. */
export const checkDatabases = (root) =>
  productViolations(root, {
    exempt: OPENERS,
    mentions: /\bdb\b|MongoClient|databaseName/,
    rule: () => (node) => {
      const what = openingOf(node);
      return what ? [[node, `${what}: ${RULE}`]] : [];
    },
  });

function openingOf(node) {
  if (ts.isNewExpression(node) && node.expression.getText() === 'MongoClient')
    return 'connects to the database';
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'db') return 'opens a database';
    if (ts.isIdentifier(expression) && expression.text === 'databaseName') return 'names a database';
  }
  // `{$merge: {into: {db: …}}}` and its like.
  if (
    ts.isPropertyAssignment(node) &&
    node.name.getText() === 'db' &&
    ts.isStringLiteralLike(node.initializer)
  )
    return 'names a database';
  return null;
}
