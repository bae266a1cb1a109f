// The brake beside a sheet, in a real Chromium on a station that the test holds: nothing is sent that was not seen and asked for,
// nothing old is shown as known now, and no job goes on after a lost line without a person.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { CallError } from '../../../../shared/station-api/index.ts'
import * as scenes from '../scenes/brake-scenes.ts'
import { heldStation, today, type HeldStation } from '../fake-station/fake-station.ts'
import { buildScreen, openScreen, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'

// a browser on a machine that may be busy
vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

let built: BuiltScreen
let station: HeldStation
let screen: OpenScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(async () => {
  station = heldStation()
  screen = await openScreen(built, station)
  await screen.page.locator('.app').waitFor()
  await screen.page.goto(`${screen.shell.address}/#/sheet/${today}/${scenes.sheetOfBrake}`)
})
afterEach(async () => {
  await screen.close()
  if (screen.complaints.length > 0) throw new Error(screen.complaints.join('\n'))
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const panel = (page: Page) => page.getByRole('region', { name: 'Pressa', exact: true })

async function opened(set: (station: HeldStation) => void): Promise<Page> {
  const { page } = screen
  set(station)
  await button(page, /^(Program til pressa|Pressa: )/).click()
  await panel(page).waitFor()
  return page
}

describe('a station', () => {
  test('that is linked to no brake shows nothing of one', async () => {
    const { page } = screen
    await button(page, 'Merk som bøyd').waitFor()
    expect(await page.getByText(/Pressa/).count()).toBe(0)
  })

  test('that is linked says at the foot of every screen how the brake stands', async () => {
    const { page } = screen
    scenes.linked(station)
    await page.getByText('Pressa: klar').waitFor()
    scenes.alarmed(station)
    await page.getByText('Pressa: alarm').waitFor()
    await button(page, 'Til lista').click()
    await page.getByRole('heading', { name: 'Bøyeliste' }).waitFor()
    expect(await page.getByText('Pressa: alarm').isVisible()).toBe(true)
  })
})

describe('on a low panel', () => {
  test.each([
    { state: 'what is being made', set: scenes.made, words: /^8 av 20$/, great: 'Merk som bøyd' },
    { state: 'a program to be sent', set: scenes.linked, words: /^Klar$/, great: 'Send til pressa' },
    { state: 'a question', set: scenes.lost, words: /^Er det fortsatt/, great: /^Ja/ },
  ])('$state, the first step and the great button are seen without a finger', async ({ set, words, great }) => {
    await screen.page.setViewportSize({ width: 1024, height: 600 })
    const page = await opened(set)
    const foot = await page.locator('.status').boundingBox()
    const shown = [
      panel(page).getByText(words).first(),
      button(page, great).first(),
      ...(set === scenes.lost ? [] : [panel(page).locator('.correct').first()]),
    ]
    for (const one of shown) {
      const box = await one.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
    }
  })
})

describe('a program', () => {
  test('names a die by its sizes, and its name in the workshop’s file beside them', async () => {
    const die = station.workshop.tools?.dies[0]
    if (die === undefined) throw new Error('the shipped tools have dies')
    const page = await opened((held) => {
      scenes.linked(held)
      const { program } = held
      if (program?.kind !== 'program') throw new Error('a program is linked')
      const steps = program.program.steps.map((step) => ({ ...step, toolName: die.id }))
      held.program = { ...program, program: { ...program.program, steps } }
    })
    await panel(page).getByText(`V ${die.vMm} mm, ${die.includedDeg}° (${die.id})`).waitFor()
    expect(await panel(page).locator('.program-made .sub').innerText()).toBe(`(${die.id})`)
  })

  test('is looked through step by step, asked for, and sent as it was seen', async () => {
    const page = await opened(scenes.linked)
    const rows = await panel(page).getByRole('row').allInnerTexts()
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Steg Bøy Vinkel Bakanslag',
      '↻ Kanten av siste flens mot bakanslaget',
      '1 1 ▲ Opp 90° ✎ 87,24',
      '↻ Snu plata: andre siden opp',
      '2 2 ▼ Ned 95° ✎ 29,12',
      expect.stringMatching(/^korr. −1,5°, målt 96,5°, .* KN$/),
    ])
    await panel(page).getByText('3000 mm lang, 1,0 mm galvanisert stål, V8').waitFor()
    await button(page, 'Send til pressa').click()
    const dialog = page.getByRole('dialog', { name: 'Sende programmet til pressa?' })
    await dialog.getByText('2 steg for stykke 1.').waitFor()
    expect(station.called).not.toContain('brake.send')
    await dialog.getByRole('button', { name: 'Send til pressa' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(station.sentPrograms).toEqual([
      { sheetId: scenes.sheetOfBrake, drawingVersion: 1, pieceNo: 1, hash: 'seen', operatorId: null },
    ])
  })

  test('is not sent where the question is left', async () => {
    const page = await opened(scenes.linked)
    await button(page, 'Send til pressa').click()
    await button(page, 'Avbryt').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(station.called).not.toContain('brake.send')
  })

  test('that the station refuses says why in the question, and the question stays', async () => {
    const page = await opened(scenes.linked)
    station.refuse.set('brake.send', new CallError('brake_not_ready', 'it runs'))
    await button(page, 'Send til pressa').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send til pressa' }).click()
    await dialog.getByText('Pressa kan ikke ta imot nå.').waitFor()
    expect(station.sentPrograms).toEqual([])
  })

  test('that there is none of says why, and nothing can be sent', async () => {
    const page = await opened(scenes.byHand)
    await panel(page).getByText('Bøyes for hånd').waitFor()
    await panel(page).getByText('Bøy 2 er et omslag').waitFor()
    expect(await button(page, 'Send til pressa').count()).toBe(0)
  })

  test('of a drawing that is reported wrong is not offered any more, and the panel says why', async () => {
    const { page } = screen
    scenes.linked(station)
    await button(page, 'Send til pressa').waitFor()
    await button(page, 'Telling').click()
    await button(page, 'Tegningen er feil').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mål' }).click()
    await button(page, 'Meld feil').click()
    await button(page, 'Send til pressa').waitFor({ state: 'detached' })
    await button(page, 'Program til pressa').click()
    await panel(page).getByText('Kan ikke sendes nå: Tegningen er meldt feil.').waitFor()
    expect(await panel(page).getByRole('button', { name: 'Send til pressa' }).isDisabled()).toBe(true)
  })

  test.each([
    ['a controller that does not say when it stands safely', scenes.readOnly, 'Derfor sendes det aldri noe til den'],
    ['a brake that is not connected', scenes.unplugged, 'Kan ikke sendes nå: Ikke koblet til'],
  ])('for %s is shown and cannot be sent', async (_, set, why) => {
    const page = await opened(set)
    await panel(page).getByText(why).waitFor()
    expect(await button(page, 'Send til pressa').isDisabled()).toBe(true)
  })

  test('is not sent for a sheet that is marked as bent', async () => {
    const { page } = screen
    await button(page, 'Merk som bøyd').click()
    await page.getByText('Merket, kan angres').waitFor()
    await opened(scenes.linked)
    await panel(page).getByText('Kan ikke sendes nå: Seddelen er alt bøyd.').waitFor()
    expect(await button(page, 'Send til pressa').isDisabled()).toBe(true)
  })

  test('that is being sent can be stopped', async () => {
    const page = await opened(scenes.sending)
    await panel(page).getByText('Sender 2 steg …').first().waitFor()
    await button(page, 'Stopp sendingen').click()
    await expect.poll(() => station.called).toContain('brake.cancel')
  })
})

describe('a loaded program', () => {
  test('counts on the screen as the brake counts, and offers the sheet as bent when all are done', async () => {
    const page = await opened(scenes.made)
    await panel(page).getByText('8 av 20', { exact: true }).waitFor()
    scenes.complete(station)
    await panel(page).getByText('20 av 20', { exact: true }).waitFor()
    await panel(page).getByText('Alle stykkene på seddelen er bøyd').waitFor()
    expect(station.marks).toEqual([])
    await button(page, 'Merk som bøyd').click()
    await page.getByText('Merket, kan angres').waitFor()
  })

  test('shows nothing that was read as known now once nothing is heard, and says why; what was counted stays', async () => {
    const page = await opened(scenes.made)
    await panel(page).getByText('Telleverket i pressa: 11').waitFor()
    scenes.stale(station)
    await panel(page).getByText('Telleverket i pressa: ukjent').waitFor()
    await panel(page).getByText('Ingen kontakt med pressa').waitFor()
    await panel(page).getByText('Pressa svarer ikke.').waitFor()
    await panel(page).getByText('8 av 20', { exact: true }).waitFor()
    expect(await page.getByText('Telleverket i pressa: 11').count()).toBe(0)
  })

  test('after a lost line asks whether it is still the job, and goes on only when a person says so', async () => {
    const page = await opened(scenes.lost)
    await panel(page).getByText('Er det fortsatt dette programmet i pressa?').waitFor()
    await panel(page).getByText('Telleverket har gått 3 stykker videre.').waitFor()
    expect(station.called).not.toContain('brake.resume')
    await button(page, 'Ja, tell videre').click()
    await expect.poll(() => station.called).toContain('brake.resume')
  })

  test('is not answered for before the brake is heard again', async () => {
    const page = await opened(scenes.lostAndUnplugged)
    await panel(page).getByText('Svar når pressa er koblet til igjen.').waitFor()
    expect(await button(page, 'Ja, tell videre').isDisabled()).toBe(true)
    scenes.lost(station)
    await expect.poll(() => button(page, 'Ja, tell videre').isDisabled()).toBe(false)
    expect(await panel(page).getByText('Svar når pressa').count()).toBe(0)
  })

  test('keeps its steps in sight while it is bent, and says that they are others where they differ by now', async () => {
    const page = await opened(scenes.made)
    await panel(page).getByText('Snu plata: andre siden opp').waitFor()
    scenes.complete(station)
    await panel(page).getByText('Snu plata: andre siden opp').waitFor({ state: 'detached' })
    scenes.corrected(station)
    station.changed()
    await panel(page).getByText('8 av 20', { exact: true }).waitFor()
    const changed = panel(page).getByText('Programmet er endret siden det ble sendt')
    await expect.poll(() => changed.isVisible()).toBe(true)
  })

  test('that has made more pieces than the sheet asks for says so', async () => {
    const page = await opened(scenes.tooMany)
    await panel(page).getByText('3 mer enn seddelen ber om').waitFor()
    expect(await panel(page).getByText('Er det talt feil').isVisible()).toBe(true)
  })

  test('is let go once that has been asked', async () => {
    const page = await opened(scenes.lost)
    await button(page, 'Nei, slipp det').click()
    const dialog = page.getByRole('dialog', { name: 'Slippe programmet?' })
    expect(station.called).not.toContain('brake.let_go')
    await dialog.getByRole('button', { name: 'Slipp programmet' }).click()
    await expect.poll(() => station.called).toContain('brake.let_go')
  })

  test('of another sheet is said, and no other can be sent over it', async () => {
    const page = await opened(scenes.ofAnother)
    await panel(page).getByText('Pressa har et annet program fra denne stasjonen').waitFor()
    expect(await button(page, 'Send til pressa').count()).toBe(0)
    expect(await page.getByText('8 av 20', { exact: true }).count()).toBe(0)
  })

  test('of another sheet that is finished is replaced by what is sent next', async () => {
    const page = await opened(scenes.otherDone)
    await button(page, 'Send til pressa').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send til pressa' }).click()
    await expect.poll(() => station.sentPrograms.length).toBe(1)
  })

  test('of an older drawing must not be bent to', async () => {
    const page = await opened(scenes.older)
    await panel(page).getByText('Programmet i pressa er laget etter tegning 1. Seddelen har tegning 2.').waitFor()
    expect(await panel(page).getByText('Ikke bøy etter det.').isVisible()).toBe(true)
  })

  test('in a folder has to be opened at the controller and counted by hand; a folder that is gone is called one', async () => {
    const page = await opened(scenes.inFolder)
    await panel(page).getByText('Programmet ligger i mappa. Åpne det på styringen.').waitFor()
    await panel(page).getByText('Pressa teller ikke. Tell for hånd.').waitFor()
    scenes.folderGone(station)
    await panel(page).getByText('Mappa til pressa mangler eller svarer ikke.').waitFor()
    expect(await panel(page).getByText('kabelen').count()).toBe(0)
  })

  test('can be counted by hand at any time', async () => {
    const page = await opened(scenes.stale)
    await button(page, 'Tell for hånd').click()
    await button(page, 'Ett til, stykke 1').waitFor()
    expect(await panel(page).count()).toBe(0)
  })
})
