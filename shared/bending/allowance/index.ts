// Entry point of bend allowances: the allowance and deduction of a bend by table, DIN 6935 or K-factor. Pure.
export { hemTableRow, noTables, tableFigure } from './allowance-tables.ts'
export type { AllowanceTables, BendTableRow, HemTableRow } from './allowance-tables.ts'
export { bendFigures } from './bend-deductions.ts'
export type { DeductionRules, FlatPatternMethod, MaterialProfile } from './bend-deductions.ts'
export type { BendFigure } from './bend-figure.ts'
export { dinFigure, dinK } from './din-6935.ts'
export { kFactorFigure } from './k-factor.ts'
export { allowancesOfLines } from './stated-allowances.ts'
