// Plans the sandbox's day and flashings of 14 bends with hems in the worker of the station, and prints by how much the most memory that this
// process has had exceeds what it had before, KiB.
import process from 'node:process'
import { BendPlans } from '../../../src-main/station/bend-plans/index.ts'
import { flashings, hemmedOnAllPairs } from './flashings.ts'
import { dayRequests } from './planned-day.ts'

const large = flashings(14).map((profile, index) => ({
  key: `flashing ${index}`,
  request: hemmedOnAllPairs(profile),
  order: null,
}))
const requests = [...dayRequests(0), ...large]
const before = process.resourceUsage().maxRSS
// the worker does not keep the program alive
const alive = setInterval(() => undefined, 1_000)
const plans = new BendPlans()
plans.planAhead(requests)
await plans.idle()
clearInterval(alive)
const missing = requests.filter((request) => plans.stored(request) === null).length
if (missing > 0) throw new Error(`${missing} requests have no answer`)
console.log(process.resourceUsage().maxRSS - before)
await plans.close()
