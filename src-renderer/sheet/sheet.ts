// A sheet that is here whole, as the station hands it out.
import type { SheetView } from '../../shared/station-api/index.ts'

export type Sheet = NonNullable<SheetView['sheet']>
