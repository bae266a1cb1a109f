// A program as the ledger stores it: its set-ups are read back, and one of a single set-up is stored as before set-ups were.
import { expect, test } from 'vitest'
import { contentHash, readStoredProgram, storedText } from '../../../src-main/station/brake/stored-program.ts'
import { programOf } from '../../fixtures/brake-programs.ts'

const program = { ...programOf(3), sheetId: '0b9f3c52-4f7e-4d7f-9c6e-0f5a5a3f8f11' }
const changing = { ...program, steps: program.steps.map((step) => ({ ...step, setUp: step.stepNo })) }

test('a change of tools is stored, and makes another program', () => {
  expect(readStoredProgram(storedText(changing))).toEqual(changing)
  expect(contentHash(changing)).not.toBe(contentHash(program))
})

test('a program of a single set-up has the stored text of earlier versions', () => {
  expect(storedText(program)).not.toContain('setUp')
  expect(readStoredProgram(storedText(program))).toEqual(program)
})
