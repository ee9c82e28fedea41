import { loadavg } from 'node:os';
import { median, rounded, type Figure } from '../figures.js';

/** A measurement of one round, and the most that is allowed. */
export interface Reading {
  name: string;
  value: number;
  /** It is empty for a ratio. */
  unit: string;
  most: number;
  details?: Record<string, number | string>;
}

const shown = (value: number, unit: string): number => rounded(value, unit === '' ? 4 : 0);

/** The median of the rounds with their spread, and how busy the machine was. */
export function figuresOf(rounds: readonly (readonly Reading[])[]): Figure[] {
  return (rounds[0] ?? []).map(({ name, unit, most, details }) => {
    const values = rounds.flatMap((round) =>
      round.filter((reading) => reading.name === name).map(({ value }) => value),
    );
    const value = median(values);
    const spread = `${shown(Math.min(...values), unit)}–${shown(Math.max(...values), unit)}`;
    return {
      name,
      value: shown(value, unit),
      unit,
      goal: `≤ ${most}${unit && ` ${unit}`}`,
      met: value <= most,
      details: {
        ...details,
        ...(rounds.length > 1 && { rounds: rounds.length, spread }),
        load: rounded(loadavg()[0] ?? 0, 1),
      },
    };
  });
}
