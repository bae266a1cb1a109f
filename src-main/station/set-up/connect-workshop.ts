// Connects a station's folder to a workshop: tests the address and the key against the service step by step, and stores both if every
// step succeeds. The command line and the screen use it. Accesses the network and writes the settings and the key.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, CheckStep } from '../../../shared/station-api/index.ts'
import { fingerprintOf, type Failure, type Me, type Scope } from '../../../shared/workshop-api/index.ts'
import { openCache } from '../../cache/index.ts'
import type { Fingerprint } from '../../cache/index.ts'
import { waitingMarks } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { Budget, HttpWorkshopClient, createServiceClock, pollPauseMs } from '../../workshop/index.ts'
import { openFolderKeys, type SystemKeyStore } from '../keys/index.ts'
import { stationsOfAWorkshop } from '../network/index.ts'
import { writeSettings } from '../settings/index.ts'

export interface ConnectOptions {
  folder: string
  baseUrl: string
  key: string
  clock: Clock
  /** True while a station uses the folder: then its sheets cannot be replaced. */
  stationRuns?: boolean
  /** The number of stations that use the key; left out: the setting does not change. */
  stationsSharingKey?: number
  /** False: everything is tested and nothing is stored. */
  keep?: boolean
  systemKeyStore?: SystemKeyStore | null
}

export interface Connected {
  ok: boolean
  /** Messages for the command line, each a sentence. */
  lines: string[]
  /** The results step by step, for a screen; the steps after a failed one were not tested. */
  checks: Check[]
}

/** A check and its English sentence for the command line. */
interface Finding extends Check {
  line?: string
}

const needed: readonly Scope[] = ['production:read', 'production:status', 'events:read']
/** A greater difference of the clock is a warning. */
const clockToleranceMs = 120_000

export async function connectWorkshop(options: ConnectOptions): Promise<Connected> {
  const { folder, baseUrl, key, clock, keep = true, stationsSharingKey } = options
  if (key === '') return wrong([finding('key', 'key_missing', {}, 'No key was given. It is read from standard input.')])
  const serviceClock = createServiceClock(clock)
  const counts = { count: () => 0, add: () => {}, forget: () => {} }
  const budget = new Budget({ clock, serviceClock, counts })
  const client = new HttpWorkshopClient({ baseUrl, key: () => key, budget, serviceClock, clock })
  try {
    const outcome = await client.readMe({ priority: 'read' })
    if (!outcome.ok) return wrong(ofFailure(outcome.error, baseUrl))
    const me = outcome.value
    const { organization, key: keyInfo } = me
    const workshop: Fingerprint = { shopSlug: organization.shopSlug, environment: keyInfo.environment }
    const findings: Finding[] = [
      finding('address', 'address_ok', { address: baseUrl }),
      ...whatIsMissing(me),
      ofClock(serviceClock.offsetMs()),
      ofSharing(me, stationsSharingKey ?? 3),
    ]
    if (findings.some(({ state }) => state === 'wrong')) return wrong(findings)
    findings.push(otherWorkshop(options, workshop, keep))
    if (findings.some(({ state }) => state === 'wrong')) return wrong(findings)
    const lines = [
      `Connected to ${organization.name} (${organization.shopSlug}), ${keyInfo.environment}, with the key "${keyInfo.name}".`,
    ]
    if (!keep) return { ok: true, lines, checks: findings.map(withoutLine) }
    const keySafe = await openFolderKeys(folder, clock, options.systemKeyStore)
    await keySafe.set(baseUrl, key)
    writeSettings(folder, { baseUrl, ...(stationsSharingKey === undefined ? {} : { stationsSharingKey }) })
    if (keySafe.kind === 'file')
      lines.push(
        `This computer has no key store that works: the key is stored in a file in ${folder} that only you can read.`,
      )
    return { ok: true, lines, checks: findings.map(withoutLine) }
  } finally {
    budget.close()
    await client.close()
  }
}

const finding = (
  step: CheckStep,
  code: Check['code'],
  params: Check['params'] = {},
  line?: string,
  state: Check['state'] = line === undefined ? 'ok' : 'wrong',
): Finding => ({ step, state, code, params, ...(line === undefined ? {} : { line }) })

const withoutLine = ({ step, state, code, params }: Finding): Check => ({ step, state, code, params })

const wrong = (findings: Finding[]): Connected => ({
  ok: false,
  lines: findings.flatMap(({ line }) => line ?? []),
  checks: findings.map(withoutLine),
})

function ofClock(offsetMs: number | null): Finding {
  const seconds = Math.round((offsetMs ?? 0) / 1_000)
  return Math.abs(offsetMs ?? 0) > clockToleranceMs
    ? { step: 'clock', state: 'warn', code: 'clock_differs', params: { seconds: Math.abs(seconds) } }
    : finding('clock', 'clock_ok', { seconds: Math.abs(seconds) })
}

function ofSharing({ limits }: Pick<Me, 'limits'>, stations: number): Finding {
  const stationsOfAll = Math.max(stationsOfAWorkshop, stations)
  const pauseMs = pollPauseMs({ limits, stationsPerKey: stations, stations: stationsOfAll, onShift: true })
  return finding('sharing', 'sharing_ok', { stations, seconds: Math.round(pauseMs / 1_000), day: limits.callsPerDay })
}

/** Whether the folder can belong to the workshop. Sets sheets of another workshop aside if `keep` is set and no station runs. */
function otherWorkshop({ folder, clock, stationRuns = false }: ConnectOptions, workshop: Fingerprint, keep: boolean) {
  const fingerprint = fingerprintOf(workshop)
  for (const [marked, marks] of waitingMarks(folder))
    if (marked !== fingerprint)
      return finding(
        'store',
        'store_has_marks',
        { marks, other: marked, workshop: fingerprint },
        `This station still has ${marks} marks for ${marked}, and the key is for ${fingerprint}. They must be delivered first.`,
      )
  const usable = finding('store', 'store_ok', { folder })
  if (!existsSync(join(folder, 'cache.db'))) return usable
  const cache = openCache({ folder, clock })
  const owner = cache.fingerprint()
  cache.close()
  if (owner === null || fingerprintOf(owner) === fingerprint) return usable
  if (stationRuns)
    return finding(
      'store',
      'store_in_use',
      { other: fingerprintOf(owner), workshop: fingerprint },
      `The station that runs here shows the sheets of ${fingerprintOf(owner)}. Stop it, then connect.`,
    )
  if (keep) openCache({ folder, clock, fingerprint: workshop }).close()
  return usable
}

type ReadMe = { key: { kind: string; name: string; environment: string; scopes: string[] }; modules: string[] } & Pick<
  Me,
  'organization'
>

function whatIsMissing({ key, modules, organization }: ReadMe): Finding[] {
  const kind: Me['key']['kind'] = 'workshop'
  const module: Me['modules'][number] = 'produksjon'
  const missing = needed.filter((scope) => !key.scopes.includes(scope))
  const isOurs = key.kind === kind
  return [
    isOurs
      ? finding('key', 'key_ok', { key: key.name, environment: key.environment, workshop: organization.name })
      : finding(
          'key',
          'key_of_customer',
          {},
          'This is a customer’s key. Ask the workshop for a workshop key with the purpose "maskin".',
        ),
    missing.length === 0
      ? finding('scopes', 'scopes_ok', { scopes: needed.join(', ') })
      : finding(
          'scopes',
          'scopes_missing',
          { scopes: missing.join(', ') },
          missing
            .map((scope) => `The key lacks the scope ${scope}. Ask the workshop for a key with the purpose "maskin".`)
            .join('\n'),
        ),
    modules.includes(module)
      ? finding('module', 'module_ok')
      : finding('module', 'module_off', {}, 'The workshop has not turned on the production module (produksjon).'),
  ]
}

/** The finding on the address, and on the key if the address is correct. */
function ofFailure(failure: Failure, baseUrl: string): Finding[] {
  const line = sentenceOf(failure, baseUrl)
  const address = (code: Check['code'], params: Check['params'] = {}): Finding[] => [
    finding('address', code, { address: baseUrl, ...params }, line),
  ]
  const key = (code: Check['code'], params: Check['params'] = {}): Finding[] => [
    finding('address', 'address_ok', { address: baseUrl }),
    finding('key', code, params, line),
  ]
  switch (failure.kind) {
    case 'not_sent':
      // nothing was sent to the address: only the key is known to be wrong
      if (failure.cause === 'no_key') return [finding('key', 'key_unreadable', {}, line)]
      return failure.cause === 'insecure' || failure.cause === 'bad_address'
        ? address('address_bad', { message: failure.message })
        : address('not_reached', { message: failure.message })
    case 'no_answer':
      return address('no_answer', { message: failure.message })
    case 'not_the_service':
      return address('not_the_service', { message: failure.message })
    case 'server_error':
      return address('service_error', { status: failure.status })
    case 'malformed':
      return address('malformed')
    case 'refused':
      if (failure.status === 404) return address('nothing_there')
      return failure.status === 401
        ? key('key_unknown')
        : key('refused', { message: failure.error.message, code: failure.code })
    case 'rate_limited':
      return key('rate_limited')
    case 'cancelled':
      return address('cancelled')
  }
}

function sentenceOf(failure: Failure, baseUrl: string): string {
  switch (failure.kind) {
    case 'not_sent':
      if (failure.cause === 'no_key')
        return 'The key contains invalid characters. Copy it again, without spaces and line breaks.'
      if (failure.cause === 'insecure' || failure.cause === 'bad_address')
        return `${baseUrl} cannot be used: ${failure.message}. The address begins with https:// and ends in /api/v1.`
      return `${baseUrl} cannot be reached: ${failure.message}. Check the address and the network.`
    case 'no_answer':
      return `${baseUrl} did not answer: ${failure.message}. Try again; if this does not help, check the network.`
    case 'not_the_service':
      return `What answers at ${baseUrl} is not the workshop service (${failure.message}). Check the address; it ends in /api/v1. A network with a login page has the same effect.`
    case 'server_error':
      return `The service failed with status ${failure.status}. Try again later.`
    case 'malformed':
      return `The service answered /me in a way this program does not understand: ${failure.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`
    case 'refused':
      if (failure.status === 404) return `There is no /me at ${baseUrl}. Check the address; it ends in /api/v1.`
      return failure.status === 401
        ? 'The service does not know this key. It may be mistyped or revoked; ask the workshop for a new one.'
        : `The service refused: ${failure.error.message} (${failure.code}).`
    case 'rate_limited':
      return 'The service has had too many calls from here, or too many wrong keys. Wait ten minutes and try again.'
    case 'cancelled':
      return 'Cancelled.'
  }
}
