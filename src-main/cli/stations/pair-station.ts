// `kant stations pair`: pairs two stations whose technicians read the digits of each other's terminal or screen. Accesses the terminal and
// the running station.
import { isSameAddress, type StationsView, type TypedAddress } from '../../../shared/station-api/index.ts'
import type { ExportTexts } from '../../exports/index.ts'
import { Refusal } from '../terminal.ts'
import type { StationDesk } from './station-desk.ts'
import { addressState } from './stations-text.ts'

export interface PairingParts {
  desk: StationDesk
  /** The other station; null: it pairs with this one. */
  partner: TypedAddress | null
  say: ExportTexts['say']
  print: (line: string) => void
  wait: (ms: number) => Promise<void>
}

const pollMs = 500
/** The other technician may open pairing later: the address is tried again after this many polls. */
const pollsPerTry = 10

type Pairing = StationsView['pairing']
type Partner = NonNullable<Pairing['partner']>

/** Resolves with the name of the paired station. Throws Refusal if no station was paired; pairing is closed then. */
export async function pairStation(parts: PairingParts): Promise<string> {
  const { desk, print, say } = parts
  const before = new Set((await desk.read()).stations.map(({ fingerprint }) => fingerprint))
  const { pairing } = await desk.call('stations.open_pairing', {})
  print(`Pairing is open for ${pairing.openForSeconds} s. Open it at the other station, too.`)
  try {
    const { name, shown } = await untilPartner(parts)
    print(`${say('stations.digits_here', { name })}: ${shown}`)
    const digits = (await desk.ask(`${say('stations.digits_there', { name })}: `)).trim()
    await desk.call('stations.confirm', { digits, pin: await desk.pin() })
    print(say('stations.confirmed_here', { name }))
    return await untilPaired(parts, before)
  } catch (error) {
    await desk.call('stations.close_pairing', {})
    throw error
  }
}

async function untilPartner({ desk, partner, say, wait }: PairingParts): Promise<Partner> {
  for (let poll = 0; ; poll += 1) {
    if (partner !== null && poll % pollsPerTry === 0) await desk.call('stations.pair', partner)
    const { pairing, addresses } = await desk.read()
    if (pairing.partner !== null) return pairing.partner
    refuseEnded(pairing, say)
    const tried = partner === null ? undefined : addresses.find((one) => isSameAddress(one, partner))
    if (pairing.openForSeconds === 0)
      throw new Refusal(
        tried === undefined ? 'No station paired with this one within three minutes.' : addressState(tried, say),
      )
    await wait(pollMs)
  }
}

async function untilPaired({ desk, say, wait }: PairingParts, before: ReadonlySet<string>): Promise<string> {
  for (;;) {
    const { pairing, stations } = await desk.read()
    const added = stations.find(({ fingerprint }) => !before.has(fingerprint))
    if (added !== undefined) return added.name
    refuseEnded(pairing, say)
    if (pairing.partner === null && pairing.openForSeconds === 0) throw new Refusal(say('stations.pair_ended_there'))
    await wait(pollMs)
  }
}

function refuseEnded({ ended, entriesLeft, closedForSeconds }: Pairing, say: ExportTexts['say']): void {
  const count = String(entriesLeft)
  if (closedForSeconds > 0)
    throw new Refusal(say('stations.pair_closed_other', { count: String(Math.ceil(closedForSeconds / 60)) }))
  if (ended === 'wrong_digits') throw new Refusal(say('stations.pair_wrong_digits_other', { count }))
  if (ended !== null) throw new Refusal(say(`stations.pair_${ended}`))
}
