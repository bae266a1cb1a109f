// What sheets cost as files and figures: DXF, PDF, the check, and the memory of a batch.
import { dxfRows } from './dxf-files.ts'
import { exportMemoryRows } from './export-memory.ts'
import { pdfRows } from './pdf-files.ts'
import type { Bench, Row } from './run.ts'
import { unfoldingRows } from './unfolding.ts'

export async function fileRows(bench: Bench): Promise<Row[]> {
  return [...(await unfoldingRows()), ...exportMemoryRows(bench), ...(await dxfRows()), ...(await pdfRows(bench))]
}
