/** `docs/lines.md`: each line of the specification that the file manager has to keep, and the tests that prove it. */
export function linesPage(lines, proofs) {
  const cell = (text) => text.replaceAll('|', '\\|');
  const rows = Object.entries(lines).map(([number, text]) => {
    const tests = (proofs.get(number) ?? []).map(
      ({ file, title, level, device }) => `${cell(title)} (${level}, ${device}, \`${file}\`)`,
    );
    return `| ${number} | ${cell(text)} | ${tests.join('<br>') || '**none**'} |`;
  });
  return [
    '# What the specification asks of the file manager, and what proves it',
    '',
    'Made by `npm run lines` from `tools/lines/specification.json` and the titles of tests. F: the file manager’s sections, S: those of its surroundings.',
    '`.ci/run` fails for a line that none of its tests has proven in the run: one that is skipped or fails proves nothing (`npm run lines -- --proven`).',
    '',
    '| Line | What it says | Tests |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
