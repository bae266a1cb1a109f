// A program as it was sent beside how it came back, line for line. Pure.
import type { ProgramLine } from '../maps/program-to-text.ts'
import type { Difference } from './driver.ts'

/** What differs, counted from line 1; neither blanks at the end of a line nor empty lines count. */
export function textDifferences(sent: readonly ProgramLine[], read: readonly string[]): Difference[] {
  const wanted = sent.map(({ text, stepNo }) => ({ text: text.trimEnd(), stepNo })).filter(({ text }) => text !== '')
  const came = read.map((line) => line.trimEnd()).filter((line) => line !== '')
  const rows = Math.max(wanted.length, came.length)
  return Array.from({ length: rows }, (_, at) => ({ sent: wanted[at], read: came[at] ?? '', line: at + 1 }))
    .filter((row) => row.sent?.text !== row.read)
    .map((row) => ({
      address: row.line,
      stepNo: row.sent?.stepNo ?? null,
      field: 'line',
      sent: row.sent?.text ?? '',
      read: row.read,
    }))
}
