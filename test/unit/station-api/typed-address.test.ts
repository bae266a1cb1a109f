// An address of a station as a technician types it.
import { expect, test } from 'vitest'
import { readTypedAddress } from '../../../shared/station-api/index.ts'

test.each([
  ['192.168.1.20', { address: '192.168.1.20', port: 21_570 }],
  [' 192.168.1.20:4000 ', { address: '192.168.1.20', port: 4_000 }],
  ['kontor.verksted.local', { address: 'kontor.verksted.local', port: 21_570 }],
  ['192.168.1.20:0', null],
  ['192.168.1.20:65536', null],
  ['192.168.1.20:', null],
  ['https://kontor', null],
  ['to ord', null],
  ['', null],
])('%s', (typed, address) => expect(readTypedAddress(typed, 21_570)).toEqual(address))
