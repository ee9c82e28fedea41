import type { Where } from '../port.js';
import { conditionsOf, type FieldCondition } from '../rows/conditions.js';

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);

function valueOf(condition: FieldCondition): unknown {
  switch (condition.kind) {
    case 'equal':
      return { $eq: condition.value };
    case 'in':
      return { $in: [...condition.values] };
    // An anchored expression reads one index range; over lists, $gte and $lt could match different entries.
    case 'prefix':
      return { $regex: `^${escaped(condition.prefix)}` };
  }
}

function idOf(condition: FieldCondition, key: string): unknown {
  switch (condition.kind) {
    case 'equal':
      return { $eq: `${key}:${String(condition.value)}` };
    case 'in':
      return { $in: condition.values.map((value) => `${key}:${String(value)}`) };
    case 'prefix':
      return { $regex: `^${escaped(`${key}:${condition.prefix}`)}` };
  }
}

export function filterOf<T>(where: Where<T>, key: string): Record<string, unknown> {
  const parts = conditionsOf(where).map((condition) =>
    condition.field === 'id' ? { _id: idOf(condition, key) } : { [condition.field]: valueOf(condition) },
  );
  return parts.length > 0 ? { $and: parts } : {};
}
