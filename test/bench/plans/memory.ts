// Plans flashings of 14 bends and prints the most memory that this process has had, KiB.
import process from 'node:process'
import { planNow } from '../../../shared/bending/plan/index.ts'
import { flashings, hemmedOnAllPairs } from './flashings.ts'

for (const profile of flashings(14).filter((_, index) => index % 4 === 0)) {
  const answer = planNow(hemmedOnAllPairs(profile))
  if (!answer.ok) throw new Error(answer.error.message)
}
console.log(process.resourceUsage().maxRSS)
