// The group 'files': DXF, PDF, the flat pattern check, and the memory of a batch.
import { dxfRows } from './dxf-files.ts'
import { exportMemoryRows } from './export-memory.ts'
import { pdfRows } from './pdf-files.ts'
import type { Bench, Row } from '../run.ts'
import { flatPatternRows } from './flat-pattern-check.ts'

export async function fileRows(bench: Bench): Promise<Row[]> {
  return [...(await flatPatternRows()), ...exportMemoryRows(bench), ...(await dxfRows()), ...(await pdfRows(bench))]
}
