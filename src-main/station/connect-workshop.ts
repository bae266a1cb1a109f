// Connects a station's folder to a workshop: tests address and key against the service, says in words what is wrong and what to
// do, and only then keeps both. Nothing is kept of what did not work.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf, type Failure, type Me, type Scope } from '../../shared/workshop-api/index.ts'
import { openCache, type Fingerprint } from '../cache/cache.ts'
import { waitingMarks } from '../outbox/index.ts'
import type { Clock } from '../platform/clock.ts'
import { createBudget } from '../workshop/budget.ts'
import { createWorkshopClient } from '../workshop/client.ts'
import { createServiceClock } from '../workshop/service-clock.ts'
import { openFolderKeys } from './folder-keys.ts'
import { writeSettings } from './settings.ts'

export interface ConnectOptions {
  folder: string
  baseUrl: string
  key: string
  clock: Clock
  /** A station has the folder now: its sheets cannot be changed under it. */
  stationRuns?: boolean
}

export interface Connected {
  ok: boolean
  /** For a person, each a sentence. */
  lines: string[]
}

const needed: readonly Scope[] = ['production:read', 'production:status', 'events:read']

export async function connectWorkshop(options: ConnectOptions): Promise<Connected> {
  const { folder, baseUrl, key, clock } = options
  if (key === '') return { ok: false, lines: ['No key was given. It is read from standard input.'] }
  const serviceClock = createServiceClock(clock)
  const counts = { count: () => 0, add: () => {}, forget: () => {} }
  const budget = createBudget({ clock, serviceClock, counts })
  const client = createWorkshopClient({ baseUrl, key: () => key, budget, serviceClock, clock })
  try {
    const outcome = await client.readMe({ priority: 'read' })
    if (!outcome.ok) return { ok: false, lines: [inWords(outcome.failure, baseUrl)] }
    const missing = whatIsMissing(outcome.value)
    if (missing.length > 0) return { ok: false, lines: missing }
    const inTheWay = otherWorkshop(options, {
      shopSlug: outcome.value.organization.shopSlug,
      environment: outcome.value.key.environment,
    })
    if (inTheWay !== null) return { ok: false, lines: [inTheWay] }
    const keySafe = await openFolderKeys(folder, clock)
    await keySafe.set(baseUrl, key)
    writeSettings(folder, { baseUrl })
    const { organization, key: whose } = outcome.value
    return {
      ok: true,
      lines: [
        `Connected to ${organization.name} (${organization.shopSlug}), ${whose.environment}, with the key "${whose.name}".`,
        ...(keySafe.kind === 'file'
          ? [`This computer has no key store that works: the key lies in a file in ${folder} that only you can read.`]
          : []),
      ],
    }
  } finally {
    budget.close()
    await client.close()
  }
}

/** What keeps the folder from being the workshop's; null: nothing. Sheets of another one are set aside where that is safe. */
function otherWorkshop({ folder, clock, stationRuns = false }: ConnectOptions, workshop: Fingerprint): string | null {
  const fingerprint = fingerprintOf(workshop)
  for (const [marked, marks] of waitingMarks(folder))
    if (marked !== fingerprint)
      return `This station still has ${marks} marks for ${marked}, and the key is for ${fingerprint}. Let them be delivered first.`
  if (!existsSync(join(folder, 'cache.db'))) return null
  const cache = openCache({ folder, clock })
  const owner = cache.fingerprint()
  cache.close()
  if (owner === null || fingerprintOf(owner) === fingerprint) return null
  if (stationRuns)
    return `The station that runs here shows the sheets of ${fingerprintOf(owner)}. End it, then connect.`
  openCache({ folder, clock, fingerprint: workshop }).close()
  return null
}

type ReadMe = { key: { kind: string; scopes: string[] }; modules: string[] }

function whatIsMissing({ key, modules }: ReadMe): string[] {
  const kind: Me['key']['kind'] = 'workshop'
  const module: Me['modules'][number] = 'produksjon'
  return [
    ...(key.kind === kind
      ? []
      : ['This is a customer’s key. Ask the workshop for a key of its own with the purpose "maskin".']),
    ...needed
      .filter((scope) => !key.scopes.includes(scope))
      .map((scope) => `The key lacks the scope ${scope}. Ask the workshop for a key with the purpose "maskin".`),
    ...(modules.includes(module) ? [] : ['The workshop has not turned on the production module (produksjon).']),
  ]
}

function inWords(failure: Failure, baseUrl: string): string {
  switch (failure.kind) {
    case 'not_sent':
      if (failure.cause === 'insecure' || failure.cause === 'bad_address')
        return `${baseUrl} cannot be used: ${failure.message}. The address begins with https:// and ends in /api/v1.`
      return `${baseUrl} cannot be reached: ${failure.message}. Check the address and the network.`
    case 'no_answer':
      return `${baseUrl} did not answer: ${failure.message}. Try again; if it stays so, check the network.`
    case 'not_the_service':
      return `What answers at ${baseUrl} is not the workshop service (${failure.message}). Check the address; it ends in /api/v1. A network that wants a login page first looks like this too.`
    case 'server_error':
      return `The service answered with an error of its own (${failure.status}). Try again later.`
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
