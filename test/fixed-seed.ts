// `npm test` generates the same values in every run: a failure then comes from a change and not from chance. `npm run test:long` runs
// the same tests with a new seed each time; a failure prints its seed. A set-up file of vitest.
import * as fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 })
