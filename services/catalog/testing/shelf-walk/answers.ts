import type { ElementView, Warning } from '@skyshelf/contracts';
import { ok, type Command, type Outcome } from '../model/commands.js';

/** Everything that one of the calls may answer. */
export interface AnswerBody {
  docs?: unknown;
  ops?: ElementView[];
  warnings?: Warning[];
  file?: boolean;
  counter?: number;
}

interface Docs {
  modifiedCount?: number;
  deletedCount?: number;
  ops?: ElementView[];
  process?: string | null;
}

const docsOf = ({ docs }: AnswerBody): Docs => docs ?? {};

/** An answer in the words of the plain shelf. */
export function outcomeIn(command: Command, body: AnswerBody): Outcome {
  const warnings = (body.warnings ?? []).map(({ code, name }) =>
    code === 'url.same' ? code : `${code} ${name}`,
  );
  return ok(countIn(command, body), warnings);
}

function countIn(command: Command, body: AnswerBody): number | null {
  const docs = docsOf(body);
  switch (command.do) {
    case 'folder':
    case 'link':
    case 'again':
      return 1;
    case 'playlist':
      return body.ops?.length ?? null;
    case 'start':
      return Array.isArray(body.docs) ? body.docs.length : null;
    case 'exist':
      return body.file ? 1 : 0;
    case 'open':
      return body.counter ?? null;
    case 'edit-file':
    case 'purge':
      return null;
    default:
      return docs.modifiedCount ?? docs.deletedCount ?? docs.ops?.length ?? null;
  }
}

/** The elements that it shows. */
export function viewsIn(command: Command, body: AnswerBody): ElementView[] {
  const one = ['folder', 'link', 'playlist'].includes(command.do) ? [body.docs as ElementView] : [];
  return [...one, ...(body.ops ?? []), ...(docsOf(body).ops ?? [])];
}

/** Something goes on behind it. */
export const goesOn = (body: AnswerBody): boolean => typeof docsOf(body).process === 'string';
