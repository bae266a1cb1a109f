// The face of drawing for whoever writes files: the plate's DXF and the sheet's PDF. Pure: bytes out, no disk.
export { dxfPresets, sheetDxf } from './sheet-dxf.ts'
export type { DxfOptions, DxfPreset } from './sheet-dxf.ts'
