// Which IP addresses are public, according to the registries of special-purpose addresses (RFC 6890 and its successors). Pure.
import { BlockList, isIP } from 'node:net'

const notPublic = new BlockList()
for (const [network, bits] of [
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
  // multicast, reserved and broadcast
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4')
}
// These are in the public block of IPv6: protocol assignments (with Teredo), documentation, and 6to4, which can contain any IPv4 address.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6')
}
/** All other IPv6 addresses are private, reserved, or contain an IPv4 address. */
const publicBlock = new BlockList()
publicBlock.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** True for a public IPv4 or IPv6 address; false for any other text. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4')
    case 6:
      return publicBlock.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    default:
      return false
  }
}

/** True for a loopback address. */
export function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
