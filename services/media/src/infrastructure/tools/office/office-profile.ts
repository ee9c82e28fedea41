/** Of LibreOffice's registry. */
const item = (path: string, name: string, value: string): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** No macro runs, no link is followed, nothing outside is read, nothing asked or remembered. */
export const officeProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  item('Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'),
  item('Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
  item('Office.Common/Security/Scripting', 'DisableActiveContent', 'true'),
  item('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
  item('Office.Common/Security/Scripting', 'CheckDocumentEvents', 'true'),
  item('Office.Writer/Content/Update', 'Link', '0'),
  item('Office.Writer/Content/Update', 'Field', 'false'),
  item('Office.Calc/Content/Update', 'Link', '1'),
  item('Office.Common/Misc', 'FirstRun', 'false'),
  item('Office.Common/Save/Document', 'AutoSave', 'false'),
  item('Office.Recovery/RecoveryInfo', 'Enabled', 'false'),
  item('Office.Recovery/AutoSave', 'Enabled', 'false'),
].join('\n')}
</oor:items>
`;
