/** What `/health` answers, as far as the page looks at it. */
export interface Health {
  checks?: Record<string, { status: string; hint?: string }>;
}

/** How to switch on what is off because a program is missing, each in a sentence. */
export const hintsOf = ({ checks = {} }: Health): string[] =>
  Object.values(checks).flatMap(({ status, hint }) => (status === 'off' && hint ? [hint] : []));
