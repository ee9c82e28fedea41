const firstSentence = (text) => text.split(/[;:.](?: |$)/, 1)[0];

/** A line for each campaign, for a terminal. */
export function campaignList(campaigns) {
  const widest = Math.max(...Object.keys(campaigns).map((name) => name.length));
  const lines = Object.entries(campaigns).map(
    ([name, { takes, does }]) => `  ${name.padEnd(widest)}  ${firstSentence(does)} (${takes})\n`,
  );
  return `npm run campaign -- NAME [what its command takes]\n${lines.join('')}`;
}

/** Renders docs/campaigns.md. */
export const campaignsPage = (campaigns) => `# Long campaigns

\`npm test\` and \`npm run e2e\` run samples of these; before a release, and after a change to what keeps data safe, run them in full: \`npm run campaign -- NAME\`. Words after the name are added to the command. Written by \`npm run generate\` from \`tools/campaigns/campaigns.mjs\`.

| Name | What it does | Takes | Command |
|---|---|---|---|
${Object.entries(campaigns)
  .map(
    ([name, { command, takes, does }]) =>
      `| \`${name}\` | ${cell(does)} | ${takes} | \`${cell(command)}\` |\n`,
  )
  .join('')}`;

const cell = (text) => text.replaceAll('|', '\\|');
