// The calls of the small station about the papers of an order and about codes that a scanner reads: one answer each.
import { defaultScanner, type CallName, type Station } from '../../../shared/station-api/index.ts'

type OrderCall = 'order.read' | 'order.file' | 'scan.read' | 'scanner.read' | 'scanner.set'

type Answer = <Out>(name: CallName, input: unknown, usual: () => Out | Promise<Out>) => Out | Promise<Out>

export const orderHandlers = (answer: Answer): Pick<Station['handlers'], OrderCall> => ({
  'order.read': (input) =>
    answer('order.read', input, () => ({
      orderNumber: input.orderNumber,
      order: null,
      readAt: null,
      isReading: false,
      problem: null,
      files: [],
      sheets: [],
    })),
  'order.file': (input) => answer('order.file', input, () => ({ type: 'image/png' as const, bytes: 0, base64: '' })),
  'scan.read': (input) => answer('scan.read', input, () => ({ kind: 'not_ours' as const })),
  'scanner.read': (input) => answer('scanner.read', input, () => defaultScanner),
  'scanner.set': (input) => answer('scanner.set', input, () => ({})),
})
