// The address of the chosen interface, from settings of this version and of an older one.
import { expect, test } from 'vitest'
import { chosenAddress } from '../../../../src-main/station/peers/local-interfaces.ts'

const interfaces = [
  { name: 'eth0', address: '192.168.1.31' },
  { name: 'eth1', address: '10.0.0.5' },
  { name: 'eth1', address: '10.0.0.6' },
]

test('an interface is chosen by its name, whatever its address is now', () =>
  expect(chosenAddress({ interfaceName: 'eth0', address: '192.168.1.20' }, interfaces)).toBe('192.168.1.31'))

test('the stored address of an interface with several addresses is preferred', () =>
  expect(chosenAddress({ interfaceName: 'eth1', address: '10.0.0.6' }, interfaces)).toBe('10.0.0.6'))

test('an interface without an address has none, also where another interface has the stored address', () =>
  expect(chosenAddress({ interfaceName: 'wlan0', address: '10.0.0.5' }, interfaces)).toBeNull())

test('settings of an older version apply while an interface has their address', () => {
  expect(chosenAddress({ interfaceName: '', address: '10.0.0.5' }, interfaces)).toBe('10.0.0.5')
  expect(chosenAddress({ interfaceName: '', address: '192.168.1.20' }, interfaces)).toBeNull()
})
