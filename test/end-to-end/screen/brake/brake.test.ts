// The brake panel of a sheet: only a program that was shown and confirmed is sent, old values are not shown as current, and after a lost
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { CallError } from '../../../../shared/station-api/index.ts'
import * as scenes from '../scenes/brake-scenes.ts'
import { fakeStation, today, type FakeStation } from '../fake-station/fake-station.ts'
import { buildScreen, openScreen, smallestWindow, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'

// the computer may be busy
let built: BuiltScreen
let station: FakeStation
let screen: OpenScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(async () => {
  station = fakeStation()
  screen = await openScreen(built, station)
  await screen.page.locator('.app').waitFor()
  await screen.page.goto(`${screen.shell.address}/#/sheet/${today}/${scenes.sheetOfBrake}`)
})
afterEach(async () => {
  await screen.close()
  if (screen.errors.length > 0) throw new Error(screen.errors.join('\n'))
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const panel = (page: Page) => page.getByRole('region', { name: 'Pressa', exact: true })

async function openPanel(set: (station: FakeStation) => void): Promise<Page> {
  const { page } = screen
  set(station)
  await button(page, /^Mer$/).click()
  await button(page, /^(Program til pressa|Pressa: )/).click()
  await panel(page).waitFor()
  return page
}

describe('a station', () => {
  test('without a brake shows no brake panel', { tags: 'long' }, async () => {
    const { page } = screen
    await button(page, 'Merk som bøyd').waitFor()
    expect(await page.getByText(/Pressa/).count()).toBe(0)
  })

  test('with a brake shows its state in the status line of every screen', { tags: 'long' }, async () => {
    const { page } = screen
    scenes.linked(station)
    await page.getByText('Pressa: klar').waitFor()
    scenes.alarmed(station)
    await page.getByText('Pressa melder alarm').waitFor()
    await button(page, 'Til lista').click()
    await page.getByRole('heading', { name: 'Bøyeliste' }).waitFor()
    expect(await page.getByText('Pressa melder alarm').isVisible()).toBe(true)
  })
})

describe('on a low panel', () => {
  for (const { state, set, words, great } of [
    { state: 'the count', set: scenes.completed, words: /^8 av 20$/, great: /^8 av 20 …/ },
    { state: 'a program to send', set: scenes.linked, words: /^3000 mm lang/, great: 'Send 20 × 3000' },
    { state: 'a question', set: scenes.lost, words: /^Er det fortsatt/, great: /^Ja/ },
  ])
    test(`${state}, the first step and the main button are in view without scrolling`, { tags: 'long' }, async () => {
      await screen.page.setViewportSize({ width: 1024, height: 600 })
      const page = await openPanel(set)
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

  test('no button of the drawing reaches under the panel in the smallest window', { tags: 'long' }, async () => {
    await screen.page.setViewportSize(smallestWindow)
    const page = await openPanel(scenes.alarmed)
    const left = (await panel(page).boundingBox())?.x ?? 0
    const tools = await page.locator('.drawing-tools .button').all()
    expect(tools.length).toBeGreaterThan(3)
    for (const tool of tools) {
      const box = await tool.boundingBox()
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(left)
    }
  })

  test('the steps are right below an alarm', { tags: 'long' }, async () => {
    await screen.page.setViewportSize({ width: 1024, height: 600 })
    const page = await openPanel(scenes.alarmed)
    const steps = panel(page).locator('.program-steps')
    await steps.waitFor()
    const alarm = await panel(page).locator('.brake-message p').last().boundingBox()
    const gapPx = ((await steps.boundingBox())?.y ?? Infinity) - (alarm?.y ?? 0) - (alarm?.height ?? 0)
    expect(gapPx).toBeGreaterThanOrEqual(0)
    expect(gapPx).toBeLessThanOrEqual(16)
  })
})

describe('a program', () => {
  test('names a die by its sizes, with its name from the workshop file', { tags: 'long' }, async () => {
    const die = station.workshop.tools?.dies[0]
    if (die === undefined) throw new Error('the shipped tools have no dies')
    const page = await openPanel((fake) => {
      scenes.linked(fake)
      const { program } = fake
      if (program?.kind !== 'program') throw new Error('no program is linked')
      const steps = program.program.steps.map((step) => ({ ...step, toolName: die.id }))
      fake.program = { ...program, program: { ...program.program, steps } }
    })
    await panel(page).getByText(`V ${die.vMm} mm, ${die.includedDeg}° (${die.id})`).waitFor()
    expect(await panel(page).locator('.program-made .sub').innerText()).toBe(`(${die.id})`)
  })

  test('shows its steps, and what was shown is sent', async () => {
    const page = await openPanel(scenes.linked)
    const rows = await panel(page).getByRole('row').allInnerTexts()
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Steg Bøy Vinkel Bakanslag',
      'Kanten av siste flens mot bakanslaget',
      '1 1 ▲ Opp 90° 87,24',
      'Vend plata om langaksen: kanten av første flens mot bakanslaget',
      '2 2 ▲ Opp 95° 29,12',
      expect.stringMatching(/^korr. −1,5°, målt 96,5°, .* KN$/),
    ])
    await panel(page).getByText('3000 mm lang, 1,0 mm galvanisert stål, V8, oververktøy straight-88').waitFor()
    await button(page, 'Send 20 × 3000').click()
    await expect.poll(() => station.sentPrograms.length).toBe(1)
    expect(station.sentPrograms).toEqual([
      {
        sheetId: scenes.sheetOfBrake,
        drawingVersion: 1,
        pieceNo: 1,
        hash: 'seen',
        notKnownHash: null,
        operatorId: null,
      },
    ])
  })

  test(
    'that must be read first shows its tools, its first step and what the operator sets; it is sent after a confirmation',
    { tags: 'long' },
    async () => {
      const { page } = screen
      scenes.partlySent(station)
      await button(page, 'Send 20 × 3000').click()
      const dialog = page.getByRole('dialog', { name: 'Send 20 × 3000' })
      await dialog.getByText('V8, oververktøy straight-88').waitFor()
      await dialog.getByText('Bøy 1 ▲ 90°, bakanslag 87,24 mm. Kanten av siste flens mot bakanslaget').waitFor()
      await dialog.getByText('Styringen har ikke felt for: oververktøy.').waitFor()
      await dialog.getByRole('button', { name: 'Avbryt' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(station.callNames).not.toContain('brake.send')
      await button(page, 'Send 20 × 3000').click()
      await dialog.getByRole('button', { name: 'Send 20 × 3000' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(station.sentPrograms.length).toBe(1)
    },
  )

  test('that the station refuses shows the reason, and moves nothing', { tags: 'long' }, async () => {
    const { page } = screen
    scenes.linked(station)
    const great = button(page, 'Send 20 × 3000')
    await great.waitFor()
    const before = await great.boundingBox()
    station.refuseNext.set('brake.send', new CallError('brake_not_ready', 'it runs'))
    await great.click()
    await page.getByText('Pressa kan ikke ta imot nå.').waitFor()
    expect(await great.boundingBox()).toEqual(before)
    expect(station.sentPrograms).toEqual([])
  })

  test('that does not exist shows the reason, and nothing can be sent', { tags: 'long' }, async () => {
    const page = await openPanel(scenes.byHand)
    await panel(page).getByText('Bøyes for hånd').waitFor()
    await panel(page).getByText('Bøy 2 er et omslag').waitFor()
    expect(await button(page, /^Send /).count()).toBe(0)
  })

  test('of a drawing that was reported wrong cannot be sent, and the panel says why', { tags: 'long' }, async () => {
    const { page } = screen
    scenes.linked(station)
    await button(page, 'Send 20 × 3000').waitFor()
    await button(page, 'Feil tegning').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mål' }).click()
    await button(page, 'Meld feil').click()
    await button(page, 'Send 20 × 3000').waitFor({ state: 'detached' })
    await button(page, /^Tegningen er meldt feil/).waitFor()
    expect(await button(page, /^Send /).count()).toBe(0)
    expect(station.sentPrograms).toEqual([])
  })

  test.each([
    ['a controller that does not report a safe state', scenes.readOnly, 'Derfor sendes det aldri noe til den'],
    ['a brake that is not connected', scenes.unplugged, 'Kabelen til pressa er ikke satt i.'],
  ])('for %s is shown but cannot be sent; the sheet is made by hand', async (_, set, why) => {
    const page = await openPanel(set)
    await panel(page).getByText(why).waitFor()
    expect(await button(page, /^Send /).count()).toBe(0)
    await button(page, 'Merk som bøyd').waitFor()
  })

  test('is not sent for a sheet that is marked as bent', { tags: 'long' }, async () => {
    const { page } = screen
    await button(page, 'Merk som bøyd').click()
    await page.getByText('Merket, kan angres').waitFor()
    await openPanel(scenes.linked)
    await button(page, 'Neste seddel').waitFor()
    expect(await button(page, /^Send /).count()).toBe(0)
  })

  test('can be stopped while it is sent', { tags: 'long' }, async () => {
    const { page } = screen
    scenes.sending(station)
    await page.getByRole('progressbar', { name: 'Sender 2 steg …' }).waitFor()
    await button(page, 'Stopp sendingen').click()
    await expect.poll(() => station.callNames).toContain('brake.cancel')
  })
})

describe('a loaded program', () => {
  test('shows the count of the brake, and offers the mark when all pieces are done', async () => {
    const page = await openPanel(scenes.completed)
    await panel(page).getByText('8 av 20', { exact: true }).waitFor()
    scenes.complete(station)
    await panel(page).getByText('20 av 20', { exact: true }).waitFor()
    await panel(page).getByText('Alle stykkene på seddelen er bøyd').waitFor()
    expect(station.marks).toEqual([])
    await button(page, 'Merk som bøyd').click()
    await page.getByText('Merket, kan angres').waitFor()
  })

  test('shows no old values as current after the connection is lost, and says why; the count stays', async () => {
    const page = await openPanel(scenes.completed)
    await panel(page).getByText('Telleverket i pressa: 11').waitFor()
    scenes.stale(station)
    await panel(page).getByText('Telleverket i pressa: ukjent').waitFor()
    await panel(page).getByText('Den siste avlesningen er for gammel').waitFor()
    await panel(page).getByText('Pressa svarer ikke.').waitFor()
    await panel(page).getByText('8 av 20', { exact: true }).waitFor()
    expect(await page.getByText('Telleverket i pressa: 11').count()).toBe(0)
  })

  test(
    'after a lost connection asks whether it is still the job, and continues only after a confirmation',
    { tags: 'long' },
    async () => {
      const page = await openPanel(scenes.lost)
      await panel(page).getByText('Er det fortsatt dette programmet i pressa?').waitFor()
      await panel(page).getByText('Telleverket har gått 3 stykker videre.').waitFor()
      await page.getByText('Svar på spørsmålet over').waitFor()
      expect(station.callNames).not.toContain('brake.resume')
      await button(page, 'Ja, tell videre').click()
      await expect.poll(() => station.callNames).toContain('brake.resume')
    },
  )

  test('can be confirmed only after the brake is connected again', { tags: 'long' }, async () => {
    const page = await openPanel(scenes.lostAndUnplugged)
    await panel(page).getByText('Svar når pressa er koblet til igjen.').waitFor()
    expect(await button(page, 'Ja, tell videre').isDisabled()).toBe(true)
    scenes.lost(station)
    await expect.poll(() => button(page, 'Ja, tell videre').isDisabled()).toBe(false)
    expect(await panel(page).getByText('Svar når pressa').count()).toBe(0)
  })

  test('shows its steps during the job, and says if the current program differs', { tags: 'long' }, async () => {
    const page = await openPanel(scenes.completed)
    await panel(page).getByText('Vend plata om langaksen: kanten av første flens mot bakanslaget').waitFor()
    scenes.complete(station)
    await panel(page)
      .getByText('Vend plata om langaksen: kanten av første flens mot bakanslaget')
      .waitFor({ state: 'detached' })
    scenes.corrected(station)
    station.pushChanges()
    await panel(page).getByText('8 av 20', { exact: true }).waitFor()
    const changed = panel(page).getByText('Programmet er endret siden det ble sendt')
    await expect.poll(() => changed.isVisible()).toBe(true)
  })

  test('that has made more pieces than wanted says so', { tags: 'long' }, async () => {
    const page = await openPanel(scenes.tooMany)
    await panel(page).getByText('3 mer enn seddelen ber om').waitFor()
    expect(await panel(page).getByText('Er det talt feil').isVisible()).toBe(true)
  })

  test('is unloaded after a confirmation', { tags: 'long' }, async () => {
    const page = await openPanel(scenes.lost)
    await button(page, 'Nei, slipp det').click()
    const dialog = page.getByRole('dialog', { name: 'Slippe programmet?' })
    expect(station.callNames).not.toContain('brake.release')
    await dialog.getByRole('button', { name: 'Slipp programmet' }).click()
    await expect.poll(() => station.callNames).toContain('brake.release')
  })

  test('of another sheet is named, and no program can replace it', { tags: 'long' }, async () => {
    const page = await openPanel(scenes.ofOtherSheet)
    await panel(page)
      .getByText(/^Pressa har programmet til T-\d+ · seddel \d+$/)
      .waitFor()
    await page.getByText(/^T-\d+ · seddel \d+: Programmet er lastet og lest tilbake$/).waitFor()
    await button(page, /^Pressa har T-\d+ · seddel \d+/).waitFor()
    expect(await button(page, /^Send /).count()).toBe(0)
    expect(await page.getByText('8 av 20', { exact: true }).count()).toBe(0)
  })

  test('of another sheet that is finished is replaced by the next program', { tags: 'long' }, async () => {
    const { page } = screen
    scenes.otherSheetDone(station)
    await button(page, 'Send 20 × 3000').click()
    await expect.poll(() => station.sentPrograms.length).toBe(1)
  })

  test('of an older drawing comes with a warning not to bend', { tags: 'long' }, async () => {
    const page = await openPanel(scenes.older)
    await panel(page).getByText('Programmet i pressa er laget etter tegning 1. Seddelen har tegning 2.').waitFor()
    expect(await panel(page).getByText('Ikke bøy etter det.').isVisible()).toBe(true)
  })

  test(
    'in a folder must be opened at the controller and counted by hand; a missing folder is reported as such',
    { tags: 'long' },
    async () => {
      scenes.inFolder(station)
      await screen.page.locator('.bend-step').waitFor()
      await screen.page.keyboard.press('Escape')
      const page = await openPanel(scenes.inFolder)
      await panel(page).getByText('Programmet ligger i mappa. Åpne det på styringen.').waitFor()
      await panel(page).getByText('Pressa teller ikke. Tell for hånd.').waitFor()
      scenes.folderGone(station)
      await panel(page).getByText('Mappa til pressa mangler eller svarer ikke.').waitFor()
      expect(await panel(page).getByText('kabelen').count()).toBe(0)
    },
  )

  test('can be counted by hand at any time', { tags: 'long' }, async () => {
    const page = await openPanel(scenes.stale)
    await button(page, 'Tell for hånd').click()
    await button(page, 'Ett til, 20 × 3000').waitFor()
    expect(await panel(page).count()).toBe(0)
  })
})
