// Every mutation that the conformance suite is held to.
import type { Mutation } from './mutation.ts'
import { ofCalls } from './of-calls.ts'
import { ofLimits } from './of-limits.ts'
import { ofOrders } from './of-orders.ts'
import { ofPapers } from './of-papers.ts'
import { ofSandboxes } from './of-sandboxes.ts'
import { ofShop } from './of-shop.ts'
import { ofTheRest } from './of-the-rest.ts'
import { ofWebhooks } from './of-webhooks.ts'

export const mutations: readonly Mutation[] = [
  ...ofLimits,
  ...ofCalls,
  ...ofOrders,
  ...ofShop,
  ...ofPapers,
  ...ofWebhooks,
  ...ofSandboxes,
  ...ofTheRest,
]

/** How often what a mutation replaces stands in its file: it must be once. */
export function occurrences({ find }: Mutation, source: string): number {
  return source.split(find).length - 1
}
