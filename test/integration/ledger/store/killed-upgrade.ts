// Opens a store and kills itself during the upgrade: `killed-upgrade.ts FOLDER N`, immediately before migration N.
import process from 'node:process'
import { openOutboxFile } from '../../../../src-main/ledger/store/store-file.ts'
import { outboxMigrations } from '../../../../src-main/ledger/store/schema.ts'

const [folder = '', migration = '0'] = process.argv.slice(2)
const migrations = outboxMigrations.map(({ name, sql }, index) => ({
  name,
  get sql() {
    if (index + 1 === Number(migration)) process.kill(process.pid, 'SIGKILL')
    return sql
  },
}))
openOutboxFile({ folder, now: Date.now(), migrations })
