// `npm run licences`: writes the licence texts that the packaged app contains into the build. `npm run package` runs it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceList } from './licence-list.ts'

const root = join(import.meta.dirname, '../..')
const file = join(root, 'out', 'THIRD-PARTY-LICENCES.txt')
mkdirSync(join(root, 'out'), { recursive: true })
writeFileSync(file, await licenceList(root))
console.log(file)
