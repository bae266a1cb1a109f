// The cases of a repeated test that `npm test` leaves to `npm run test:long`.
import type { TestOptions } from 'vitest'

/** The options of a case: `npm test` runs it if `isSample`, otherwise only `npm run test:long` does. */
export const onlyLongUnless = (isSample: boolean): TestOptions => (isSample ? {} : { tags: ['long'] })
