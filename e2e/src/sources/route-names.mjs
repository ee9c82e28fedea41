/**
 * Loaded before a process of the product: names of the public network lead to servers of a test on this
 * machine, and all else as ever. What is asked for resolves to a public address, so that no guard has to be
 * opened.
 *
 * STAND_IN_NAMES: `{"files.example": 8080}`, by name the port on loopback.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const ports = new Map(Object.entries(JSON.parse(process.env.STAND_IN_NAMES ?? '{}')));
/** The addresses are of no documentation network, because none of those is public. */
const addresses = new Map([...ports].map(([name], n) => [name, `93.184.216.${n + 1}`]));
const portsByAddress = new Map([...ports].map(([name, port]) => [addresses.get(name), port]));

const found = (name, options) => {
  const record = { address: addresses.get(name), family: 4 };
  return options?.all ? [record] : record;
};

const { lookup } = dns;
dns.lookup = (name, ...given) => {
  const callback = given.at(-1);
  const options = given.length > 1 ? given[0] : undefined;
  if (!addresses.has(name)) return lookup(name, ...given);
  const { address, family } = found(name);
  setImmediate(() =>
    options?.all ? callback(null, [{ address, family }]) : callback(null, address, family),
  );
};
const { lookup: promised } = dns.promises;
dns.promises.lookup = async (name, options) =>
  addresses.has(name) ? found(name, options) : promised(name, options);

/** Node connects to addresses that it has resolved by an inner handle: there the place is exchanged. */
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  const host = typeof options === 'object' && options !== null ? options.host : undefined;
  const port = ports.get(host) ?? portsByAddress.get(host);
  if (port === undefined) return connect.apply(this, given);
  const ask = options.lookup ?? dns.lookup;
  // The guard of the product is asked as it would be, and decides.
  ask(host, { all: true }, (error) => {
    if (error) return this.destroy(error);
    delete options.lookup;
    Object.assign(options, { host: '127.0.0.1', port });
    connect.apply(this, given);
  });
  return this;
};
syncBuiltinESMExports();
