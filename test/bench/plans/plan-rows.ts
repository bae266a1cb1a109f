// The group 'plans': how fast bends are planned, alone, for a day, and while a person uses the bend plan on the screen.
import type { Bench, Row } from '../run.ts'
import { planTimeRows } from './plan-times.ts'
import { plannedDayRows } from './planned-day.ts'
import { planViewRows } from './plan-view.ts'

export const planRows = async (bench: Bench): Promise<Row[]> => [
  ...planTimeRows(),
  ...(await plannedDayRows(bench)),
  ...(await planViewRows(bench)),
]
