// `kant stations`: links and pairs two real stations from the command line, as on a computer without a screen.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { StationLink, StationsView } from '../../../../shared/station-api/index.ts'
import { runStations } from '../../../../src-main/cli/stations/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { openPins } from '../../../../src-main/station/access/index.ts'
import { openStation, type OpenedStation } from '../../../../src-main/station/open/station.ts'
import { freePort } from '../../../free-port.ts'
import { untilPasses } from '../../../until-passes.ts'
import { linkOf, shown } from '../../station/two-stations.ts'
import { collectPrinted, kantCommand } from '../run-kant.ts'

const pin = '471147'
const resources = join(import.meta.dirname, '../../../../resources')

interface LinkedStation {
  port: number
  /** How an unlocked screen of the station calls it. */
  screen: StationLink
  read: () => Promise<StationsView>
  /** Runs a command about this station. `answer`: of the person at the terminal. Resolves with its exit code. */
  kant: (words: string, answer?: (question: string) => Promise<string> | string) => Promise<number>
}

/** Resolves when the link is open, as for the command line. */
async function openLink(opened: OpenedStation): Promise<StationLink> {
  const link = linkOf(opened)
  await new Promise<void>((resolve) => link.subscribe(({ kind }) => kind === 'snapshot' && resolve()))
  return link
}

/** A station whose set-up is locked by a PIN, until the end of the test. */
async function lockedStation(name: string): Promise<LinkedStation> {
  const folder = join(mkdtempSync(join(inject('sharedFolder'), 'stations-')), name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ baseUrl: 'http://127.0.0.1:9/api/v1' }))
  await openPins(folder).change('maintain', pin)
  const opened = openStation({ dataFolder: folder, systemKeyStore: null })
  onTestFinished(() => opened.close())
  const screen = await openLink(opened)
  onTestFinished(() => screen.close())
  await screen.call('grant.unlock', { pin })
  return {
    port: await freePort(),
    screen,
    read: () => screen.call('stations.read', {}),
    kant: (words, answer = () => '') => {
      const { values, args } = wordsOf(words)
      const commandLine = { args, folder, json: false, yes: false, name: null, port: null, ...values }
      const ask = async (question: string) => (question.includes('PIN') ? pin : answer(question))
      return runStations(commandLine, {
        resources,
        runningStation: () => openLink(opened),
        clock: systemClock,
        openAnswers: () => ({ ask, close: () => undefined }),
      })
    },
  }
}

/** 'on 127.0.0.1 --port 4000' as the command line gives it. */
function wordsOf(words: string): { values: Record<string, string>; args: string[] } {
  const [before = '', ...options] = words.split(' --')
  const values = options.map((option): [string, string] => {
    const [name = '', ...value] = option.split(' ')
    return [name, value.join(' ')]
  })
  return { values: Object.fromEntries(values), args: before === '' ? [] : before.split(' ') }
}

/** What the commands print from now on, until the end of the test. */
function printed(): ReturnType<typeof collectPrinted> {
  const lines = collectPrinted()
  onTestFinished(lines.restore)
  return lines
}

async function linkOn(...stations: LinkedStation[]): Promise<number[]> {
  const codes: number[] = []
  for (const [place, { kant, port }] of stations.entries())
    codes.push(await kant(`on 127.0.0.1 --port ${port} --name Presse${place + 1}`))
  return codes
}

/** Answers with the digits that the other station shows. */
const digitsOf = (other: LinkedStation) => (): Promise<string> => untilPasses(() => shown(other.screen))

/** Resolves with the exit codes of both commands. `answer`: at the other station. */
async function pairFrom(dialling: LinkedStation, other: LinkedStation, answer = digitsOf(dialling)): Promise<number[]> {
  const waiting = other.kant('pair', answer)
  await untilPasses(async () => expect((await other.read()).pairing.openForSeconds).toBeGreaterThan(0))
  return Promise.all([dialling.kant(`pair 127.0.0.1:${other.port}`, digitsOf(other)), waiting])
}

test('pairs two stations by digits and PIN, says that they are linked, and revokes one after a question', async () => {
  const lines = printed()
  const [brake, office] = [await lockedStation('brake'), await lockedStation('office')]
  await linkOn(brake, office)
  await pairFrom(office, brake)
  await untilPasses(async () => expect((await brake.read()).stations[0]?.isLinked).toBe(true))
  expect(lines.stdout).toContain('Paired with Presse1.\n')
  expect(lines.stdout).toContain('Paired with Presse2.\n')
  expect(lines.stderr).toBe('')
  await untilPasses(async () => expect((await office.read()).stations[0]?.isLinked).toBe(true))
  lines.stdout = ''
  expect(await office.kant('')).toBe(0)
  expect(lines.stdout).toContain(`The link to other stations is on, as "Presse2" at 127.0.0.1:${office.port}.\n`)
  expect(lines.stdout).toMatch(/Presse1: linked; events that wait: 0; fingerprint [0-9a-f]{64}\.\n/)
  expect(await office.kant('revoke Presse1', () => 'no')).toBe(1)
  expect((await office.read()).stations).toHaveLength(1)
  expect(await office.kant('revoke Presse1', () => 'yes')).toBe(0)
  expect(lines.stdout).toContain('Presse1 is revoked.\n')
  expect((await office.read()).stations).toEqual([])
})

test('pairs nobody with wrong digits, and closes pairing', { tags: 'long' }, async () => {
  const lines = printed()
  const [brake, office] = [await lockedStation('brake'), await lockedStation('office')]
  await linkOn(brake, office)
  expect(await pairFrom(office, brake, async () => '00000000')).toEqual([1, 1])
  expect(lines.stderr).toContain('The digits do not match the other screen. Start again.\n')
  for (const { read } of [brake, office])
    expect(await read()).toMatchObject({ stations: [], pairing: { openForSeconds: 0 } })
})

const refused: readonly (readonly [words: string, code: number, sentence: string])[] = [
  ['dance', 2, 'There is no command "stations dance"; the commands are on, off, pair, revoke.'],
  ['revoke', 2, '"stations revoke" needs NAME.'],
  ['off now', 2, '"stations off" does not accept "now".'],
  ['on 127.0.0.1 --port 70000', 2, '"70000" is not a port. A port is 1 to 65535.'],
  ['pair --name Kontor', 2, '"stations pair" accepts no --name or --port.'],
  ['on 203.0.113.7', 1, 'This computer has no network interface with the address 203.0.113.7.'],
  ['pair', 1, 'The link to other stations is off.'],
  ['revoke Kontor', 1, 'No paired station is named "Kontor". Paired stations: none.'],
]

test('refuses bad input with a sentence and changes nothing; turns the link on and off with name, port and address', async () => {
  const lines = printed()
  const station = await lockedStation('brake')
  const before = await station.read()
  for (const [words, code, sentence] of refused) {
    lines.stderr = ''
    expect([words, await station.kant(words)]).toEqual([words, code])
    expect(lines.stderr).toContain(sentence)
  }
  expect(await station.read()).toEqual(before)

  expect(await linkOn(station)).toEqual([0])
  const { port } = station
  expect(await station.read()).toMatchObject({ isOn: true, name: 'Presse1', address: '127.0.0.1', port })
  expect(lines.stdout).toContain(`The link to other stations is on, as "Presse1" at 127.0.0.1:${port}.\n`)
  // an address that is not one opens no pairing
  expect(await station.kant('pair https://kontor')).toBe(1)
  expect(lines.stderr).toContain('"https://kontor" is not an address.')
  expect((await station.read()).pairing.openForSeconds).toBe(0)
  expect(await station.kant('off')).toBe(0)
  expect(await station.read()).toMatchObject({ isOn: false, name: 'Presse1', port })
  expect(lines.stdout).toContain('The link to other stations is off.\n')
})

test('says how to start a station where none runs', async () => {
  const folder = mkdtempSync(join(inject('sharedFolder'), 'stations-'))
  const { code, stderr } = await kantCommand(['stations', '--data', folder])
  expect(code).toBe(1)
  expect(stderr).toContain(`No station runs on ${folder}.`)
})
