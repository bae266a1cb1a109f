// The name of a sheet: its order and sheet number. Pure.

export const sheetName = (sheet: {
  readonly order: { readonly numberDisplay: string }
  readonly sheetNo: number
}): string => `${sheet.order.numberDisplay} · ${sheet.sheetNo}`
