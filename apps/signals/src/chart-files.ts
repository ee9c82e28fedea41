import { stringify } from 'yaml';
import { ruleGroups } from './rules.js';

/** Files of the chart by their path in it. */
export const chartFiles = (): Map<string, string> => new Map([['files/rules.yaml', rulesFile()]]);

function rulesFile(): string {
  const groups = ruleGroups.map(({ name, rules }) => ({ name, rules }));
  const text = stringify({ groups }, { lineWidth: 0, aliasDuplicateObjects: false });
  return `# Written by \`npm run generate\` from apps/signals.\n${text}`;
}
