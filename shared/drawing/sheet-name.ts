// What people call a sheet: its order and its own number. Pure.

export const sheetName = (sheet: {
  readonly order: { readonly numberDisplay: string }
  readonly sheetNo: number
}): string => `${sheet.order.numberDisplay} · ${sheet.sheetNo}`
