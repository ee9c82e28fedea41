import type { routes } from '@skyshelf/contracts';

export type RouteName = keyof typeof routes;

/**
 * A request and what is answered, as data. A text that begins with `$` is a value that an earlier step has
 * kept; `answer` may leave fields out, and a text like `<text>` stands for any of that type.
 */
export interface Step {
  call: RouteName;
  /** A visitor instead of the user. */
  visitor?: true;
  /** A visitor of the link whose id was kept as `share`, with its `cookie`. */
  link?: true;
  /** One whom the operator has named instead of the user. */
  admin?: true;
  /** An address that was answered, relative to the page; in place of the path with its params. */
  at?: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  bytes?: string;
  /** The same for bytes that are no text. */
  base64?: string;
  /** Sent again as long as the answer is `wait`, or a takeout that is being made. */
  polls?: true;
  /** 200 unless it says otherwise. */
  status?: number;
  /** The object store's status where an address leads straight there; its text is not checked. */
  statusOfStore?: number;
  answer?: unknown;
  /** The beginning of an answer that is no JSON. */
  text?: string;
  /** Values for later steps, besides `cookie`, the last one that was set, by their places in the answer: `docs._id`. */
  keep?: Readonly<Record<string, string>>;
}

/** Steps by the call that they are about: it is the one of each step that names no other. */
export const casesOf = <Name extends RouteName>(
  cases: Record<Name, readonly (Omit<Step, 'call'> & Partial<Pick<Step, 'call'>>)[]>,
): Record<Name, readonly Step[]> => {
  const all = Object.entries(cases) as [Name, (typeof cases)[Name]][];
  const named = all.map(([call, steps]) => [call, steps.map((step) => ({ call, ...step }))]);
  return Object.fromEntries(named) as Record<Name, readonly Step[]>;
};

/** A refusal as the API words it. */
export const refused = (code: string, message: string, field?: string) => ({
  error: { code, message, ...(field && { field }) },
});

/** Refusals that many calls give in the same words. */
export const noUser = {
  visitor: true,
  status: 401,
  answer: refused('auth.required', 'Please log in.'),
} as const;
export const endedSession = {
  status: 401,
  answer: { ...refused('auth.revoked', 'Please log in again.'), reset: true, logout: true },
};
export const denied = { status: 403, answer: refused('access.denied', 'This is not yours to use.') };
export const byWorker = { headers: { 'service-worker': 'script' }, ...denied };
export const noFile = { status: 404, answer: refused('file.not-found', 'This file does not exist.') };
export const invalid = (field?: string) => ({
  status: 400,
  answer: { error: { code: 'input.invalid', ...(field !== undefined && { field }) } },
});
