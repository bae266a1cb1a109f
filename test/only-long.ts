// What `npm test` leaves to `npm run test:long`: cases of a repeated test, and runs of a property.
import process from 'node:process'
import type { TestOptions } from 'vitest'

/** The options of a case: `npm test` runs it if `isSample`, otherwise only `npm run test:long` does. */
export const onlyLongUnless = (isSample: boolean): TestOptions => (isSample ? {} : { tags: ['long'] })

/** How often a property or a damage is tried: `usual` in `npm test`, whose values are the same each time, and `long` in `npm run test:long`. */
export const runCount = (usual: number, long: number): number =>
  process.env['KANT_LONG_TESTS'] === 'yes' ? long : usual
