// The oversight calls of the small station: one valid input and one empty answer each.
import { emptyCounts, type CallName, type OversightView, type Station } from '../../../shared/station-api/index.ts'

const date = '2026-08-03'
const range = { from: date, to: date }

export const oversightInputs = {
  'oversight.read': range,
  'oversight.sheets': { range, filter: { day: null, standing: 'left' } },
  'oversight.acts': range,
  'oversight.ask': { date },
  'oversight.export': { range, language: 'nb' },
} as const satisfies Partial<Record<CallName, Record<string, unknown>>>

type OversightCall = keyof typeof oversightInputs
type Answer = <Out>(name: CallName, input: unknown, usual: () => Out | Promise<Out>) => Out | Promise<Out>

const emptyOversight = ({ from, to }: { from: string; to: string }): OversightView => ({
  from,
  to,
  today: from,
  firstKnownDay: null,
  total: emptyCounts(),
  brakes: [],
  orders: [],
  days: [],
  stuckAfterMinutes: 240,
})

export const oversightHandlers = (answer: Answer): Pick<Station['handlers'], OversightCall> => ({
  'oversight.read': (input) => answer('oversight.read', input, () => emptyOversight(input)),
  'oversight.sheets': (input) => answer('oversight.sheets', input, () => ({ sheets: [], total: 0 })),
  'oversight.acts': (input) => answer('oversight.acts', input, () => ({ acts: [], isAll: true })),
  'oversight.ask': (input) => answer('oversight.ask', input, () => ({})),
  'oversight.export': (input) => answer('oversight.export', input, () => ({ files: [] })),
})
