import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SettingsError, readSettings, writeSettings } from '../../../../src-main/station/settings/settings.ts'
import { usualTimes } from '../../../../shared/planning/index.ts'

// cspell:ignore plate
const baseUrl = 'https://service.example/api/v1'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kant-settings-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeOld(materialChange: unknown): void {
  const { materialMin: _, ...times } = usualTimes
  const planning = { times: { 'Kantpresse 1': { ...times, plateMin: materialChange } }, lapMm: 70 }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ baseUrl, planning }))
}

test('the minutes of a material change in an older file are kept, and written with the current name', () => {
  writeOld(11)
  const planning = {
    times: { 'Kantpresse 1': { ...usualTimes, materialMin: 11 } },
    shiftMin: {},
    lapMm: 70,
    timesChanges: {},
    shiftChanges: {},
  }
  expect(readSettings(folder)?.planning).toEqual(planning)

  writeSettings(folder, { baseUrl })
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain('plateMin')
  expect(readSettings(folder)?.planning).toEqual(planning)
})

test('minutes outside the range are refused, in an older file too', () => {
  writeOld(999)
  expect(() => readSettings(folder)).toThrow(SettingsError)
})
