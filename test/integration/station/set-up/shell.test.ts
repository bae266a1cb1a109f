// The state of the window from a real station: busy while a mark is pending, the language, the kiosk, and all of it after a restart.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ShellView } from '../../../../shared/station-api/index.ts'
import { openScreenAccess, type ScreenAccess } from '../../../../src-main/station/access/screen-access.ts'
import { manualClock } from '../../../manual-clock.ts'

let folder: string
let access: ScreenAccess
let views: ShellView[]
let moving: boolean
let loaded: { isComplete: boolean } | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-shell-'))
  mkdirSync(folder, { recursive: true })
  moving = false
  loaded = null
  open()
})
afterEach(() => {
  access.locks.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(): void {
  views = []
  access = openScreenAccess({
    dataFolder: folder,
    clock: manualClock(),
    brake: () => ({ upload: null, loaded: loaded === null ? null : { ...program, ...loaded }, state: 'verified' }),
    marksMoving: () => moving,
    notify: (push) => push.name === 'shell' && views.push(push.data),
    onError: (fault) => {
      throw fault
    },
  })
}

const program = {
  programId: 'p',
  sheetId: '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d',
  drawingVersion: 1,
  pieceNo: 1,
  hand: null,
  version: 1,
  steps: 3,
  corrections: [],
  gaugeCorrections: [],
  sentAt: '2026-11-24T08:00:00.000Z',
  by: null,
  needsConfirmation: false,
  uncountedPieces: null,
  countedPieces: 0,
  donePieces: 0,
  wantedPieces: 4,
}

test('the computer stays awake while a job at the brake has pieces left, and the station is not idle', () => {
  expect(access.shell()).toMatchObject({ awake: false, idle: true })
  loaded = { isComplete: false }
  expect(access.shell()).toMatchObject({ awake: true, idle: false })
  loaded = { isComplete: true }
  expect(access.shell()).toMatchObject({ awake: false, idle: true })
})

test('the station is not idle during a pending mark, and the computer need not stay awake', () => {
  moving = true
  expect(access.shell()).toMatchObject({ awake: false, idle: false })
})

test('screens are notified only of changes, and the language is stored', () => {
  access.notifyShell()
  access.notifyShell()
  expect(views).toHaveLength(1)
  void access.handlers['language.choose']({ language: 'en' })
  expect(views.at(-1)).toMatchObject({ language: 'en' })
  access.locks.close()
  open()
  expect(access.shell()).toMatchObject({ language: 'en', kiosk: false })
})
