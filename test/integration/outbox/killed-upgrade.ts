// Opens a store and is killed in the midst of its upgrade: `killed-upgrade.ts FOLDER N`, right before migration N.
import process from 'node:process'
import { openOutboxFile } from '../../../src-main/outbox/outbox-file.ts'
import { outboxMigrations } from '../../../src-main/outbox/schema.ts'

const [folder = '', at = '0'] = process.argv.slice(2)
const migrations = outboxMigrations.map(({ name, sql }, index) => ({
  name,
  get sql() {
    if (index + 1 === Number(at)) process.kill(process.pid, 'SIGKILL')
    return sql
  },
}))
openOutboxFile({ folder, now: Date.now(), migrations })
