// Every mutation that the tests must detect.
import type { Mutation } from './mutation.ts'
import { callMutations } from './call-mutations.ts'
import { foldingMutations } from './folding-mutations.ts'
import { limitMutations } from './limit-mutations.ts'
import { orderMutations } from './order-mutations.ts'
import { agreementAndInvoiceMutations } from './agreement-and-invoice-mutations.ts'
import { planMutations } from './plan-mutations.ts'
import { sandboxMutations } from './sandbox-mutations.ts'
import { shopMutations } from './shop-mutations.ts'
import { otherMutations } from './other-mutations.ts'
import { webhookMutations } from './webhook-mutations.ts'

export const mutations: readonly Mutation[] = [
  ...limitMutations,
  ...callMutations,
  ...orderMutations,
  ...shopMutations,
  ...agreementAndInvoiceMutations,
  ...webhookMutations,
  ...sandboxMutations,
  ...otherMutations,
  ...planMutations,
  ...foldingMutations,
]

/** How often the text to replace occurs in the file. It must be once. */
export function occurrences({ find }: Mutation, source: string): number {
  return source.split(find).length - 1
}
