// Compares a program that was sent as text with the text that was read back, line by line. Pure.
import type { ProgramLine } from '../maps/index.ts'
import type { Difference } from './driver.ts'

/** Lines are numbered from 1. Ignores empty lines, and blanks at the end of a line. */
export function textDifferences(sent: readonly ProgramLine[], read: readonly string[]): Difference[] {
  const sentLines = sent.map(({ text, stepNo }) => ({ text: text.trimEnd(), stepNo })).filter(({ text }) => text !== '')
  const readLines = read.map((line) => line.trimEnd()).filter((line) => line !== '')
  const length = Math.max(sentLines.length, readLines.length)
  return Array.from({ length }, (_, index) => ({
    sent: sentLines[index],
    read: readLines[index] ?? '',
    line: index + 1,
  }))
    .filter((row) => row.sent?.text !== row.read)
    .map((row) => ({
      address: row.line,
      stepNo: row.sent?.stepNo ?? null,
      field: 'line',
      sent: row.sent?.text ?? '',
      read: row.read,
    }))
}
