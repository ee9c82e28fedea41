/** The picture of kind `scrub`: equally distant moments of a film, from left to right and downwards; each cell in pixels. */
export const scrubSprite = { columns: 6, rows: 4, width: 240, height: 150 };
