const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const hoursBehind: Readonly<Record<string, number>> = { PST: 8, PDT: 7, UTC: 0, GMT: 0 };
const form = /^(\d{2}):(\d{2}):(\d{2}) ([A-Z][a-z]{2}) (\d{1,2}), (\d{4}) ([A-Z]{3})$/;

/** `20:12:59 Jan 13, 2026 PST`; null for anything else. */
export function paypalDate(text: string): Date | null {
  const [, hour, minute, second, name = '', day, year, zone = ''] = form.exec(text) ?? [];
  const month = months.indexOf(name);
  const behind = hoursBehind[zone];
  if (month === -1 || behind === undefined) return null;
  const [h, min, s, d, y] = [hour, minute, second, day, year].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const local = new Date(Date.UTC(y, month, d, h, min, s));
  if (local.getUTCDate() !== d || local.getUTCHours() !== h) return null;
  return new Date(local.getTime() + behind * 3_600_000);
}
