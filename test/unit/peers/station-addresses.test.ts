// Which addresses are dialled, and which one of a found station is shown.
import { beforeEach, expect, test } from 'vitest'
import { StationAddresses } from '../../../src-main/peers/exchange/station-addresses.ts'

const port = 21_570
const brake = { key: 'brake', name: 'Kantpresse 2', addresses: ['192.168.1.31', '10.0.0.5'], port }

const addressOf = ({ address }: { address: string }): string => address

/** The addresses that are dialled, each with the other addresses of its station. */
let dialled: Map<string, string[]>
let linked: Set<string>
let silent: Set<string>
let addresses: StationAddresses
beforeEach(() => {
  dialled = new Map()
  linked = new Set()
  silent = new Set()
  addresses = new StationAddresses({
    network: {
      addAddress: ({ address }, others) => void dialled.set(address, (others ?? []).map(addressOf)),
      removeAddress: (removed) => void dialled.delete(removed.address),
      linkedAt: ({ address }) => (linked.has(address) ? 'f'.repeat(64) : null),
      problemOf: ({ address }) => (silent.has(address) ? 'no_answer' : null),
    },
    nameOf: () => 'Kantpresse 2',
    onChange: () => undefined,
  })
})

const shown = (): string[] => addresses.view().map(addressOf)

test('every address of a found station is dialled, and knows the others, of which one link is enough', () => {
  addresses.setFound(brake)
  expect([...dialled]).toEqual([
    ['192.168.1.31', ['10.0.0.5']],
    ['10.0.0.5', ['192.168.1.31']],
  ])
})

test('one address of a found station is shown: the likely one, then one that answers, then the linked one', () => {
  addresses.setFound({ ...brake, addresses: [...brake.addresses, '172.16.0.9'] })
  expect(shown()).toEqual(['192.168.1.31'])
  silent.add('192.168.1.31')
  expect(shown()).toEqual(['10.0.0.5'])
  linked.add('172.16.0.9')
  expect(shown()).toEqual(['172.16.0.9'])
})

test('the former address of a station is no longer dialled after it announced another one, or said goodbye', () => {
  addresses.setFound(brake)
  addresses.setFound({ ...brake, addresses: ['192.168.1.77'] })
  expect([...dialled.keys()]).toEqual(['192.168.1.77'])
  addresses.setFound({ ...brake, key: 'office', addresses: ['192.168.1.20'] })
  addresses.removeFound('brake')
  expect([...dialled.keys()]).toEqual(['192.168.1.20'])
})

test('a typed address stays when the station there says goodbye', () => {
  addresses.setTyped([{ address: '10.0.0.5', port }])
  addresses.setFound(brake)
  // it does not depend on a link at another address
  expect(dialled.get('10.0.0.5')).toEqual([])
  addresses.removeFound('brake')
  expect(shown()).toEqual(['10.0.0.5'])
  expect([...dialled.keys()]).toEqual(['10.0.0.5'])
})
