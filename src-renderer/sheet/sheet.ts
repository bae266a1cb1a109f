// A complete sheet from the station.
import type { SheetView } from '../../shared/station-api/index.ts'

export type Sheet = NonNullable<SheetView['sheet']>
