import type { DomainEvent, Projection, Row } from '../port.js';
import { indexName } from './collections.js';

/** The one whose beginning covers most of the fields. */
export function chooseIndex<E extends DomainEvent, R extends Row>({
  unique,
  indexes,
}: Projection<E, R, object>) {
  const declared = [
    ...unique.map((fields) => ({ fields: fields as readonly string[], name: indexName('unique', fields) })),
    ...indexes.map((fields) => ({ fields: fields as readonly string[], name: indexName('index', fields) })),
  ];
  return (queried: readonly string[]): string | undefined => {
    let best: string | undefined;
    let most = 0;
    for (const { fields, name } of declared) {
      const gap = fields.findIndex((field) => !queried.includes(field));
      const covered = gap === -1 ? fields.length : gap;
      if (covered > most) [best, most] = [name, covered];
    }
    return best;
  };
}
