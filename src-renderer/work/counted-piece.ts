// One piece of a sheet and what is counted of it.
import type { WorkView } from '../../shared/station-api/index.ts'

export type CountedPiece = WorkView['pieces'][number]
