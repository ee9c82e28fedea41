/** Evenly spaced moments of a film in reading order; cells in pixels. */
export const scrubSprite = { columns: 6, rows: 4, width: 240, height: 150 };
