// Entry point of the blank as DXF. Pure: text out.
export { dxfPresets, sheetDxf } from './sheet-dxf.ts'
export type { DxfOptions, DxfPreset } from './sheet-dxf.ts'
