/** IANA's special-purpose registry (RFC 6890 and successors): first address, prefix length. */
const notPublic: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const asNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** Whether a dotted IPv4 address can be a public server's. */
export const isPublicIpv4 = (address: string): boolean =>
  !notPublic.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(asNumber(address) / size) === Math.floor(asNumber(first) / size);
  });
