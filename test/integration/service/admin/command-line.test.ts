// Decision 6 · the command line of the administration, on the folder of a running service.
import { describe, expect, test } from 'vitest'
import { moduleNames, purposes, scopes } from '../../../../shared/workshop-api/index.ts'
import { help, readCommandLine, runCommand } from '../../../../src-service/admin/index.ts'
import type { WorkshopAdmin } from '../../../../src-service/admin/index.ts'
import { Refusal } from '../../../../src-service/store/refusal.ts'
import { runningService } from '../running-service.ts'

const run = (admin: WorkshopAdmin, args: readonly string[]) => runCommand(admin, readCommandLine(args))

function refusal(admin: WorkshopAdmin, args: readonly string[]): string {
  try {
    return `done: ${run(admin, args).join()}`
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

describe("the workshop's command line", () => {
  test('an invalid command is refused in one sentence, and changes nothing', async () => {
    const { admin } = await runningService()
    const state = () => [
      admin.sheets.find('T-000001/1'),
      admin.orders.find('T-000001'),
      admin.keys(),
      admin.customers.list(),
      admin.projects.list(),
      admin.departments.list(),
    ]
    const before = state()
    for (const [args, why] of [
      [['order', 'forward', 'T-000001', ' '], 'name of the other workshop'],
      [['order', 'forward', 'T-000001', 'Blikk', 'og', 'Beslag'], '"og Beslag"'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity', '-4'], '--quantity must be a whole number from 1, not "-4"'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity', '1.5'], '--quantity must be a whole number from 1, not "1.5"'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity', '1e3'], '--quantity'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity=4', '--piece', '0'], '--piece'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity'], '--quantity needs a value'],
      [['sheet', 'rework', 'T-000001/1', '--quantity', '4'], '--quantity is not an option'],
      [['sheets', 'make', '1.5'], 'COUNT must be a whole number'],
      [['brake', 'add', 'Presse', '--length', '-1', '--thickness', '3'], '--length must be a number above 0'],
      [['module', 'office', 'on'], 'NAME must be one of shop, shop_payments, produksjon, kontor, nettverk, etikett'],
      [['module', 'kontor', 'av'], 'on|off must be one of on, off'],
      [['clock', 'advance', 'soon'], 'SECONDS must be a number'],
      [['clock', 'advance', '1000000000000'], '1970 to 2999'],
      [['key', 'make', 'X', '--purpose', 'moro'], 'nettside, maskin, regneark, leverandor, annet'],
      [['key', 'list', '--colour', 'blue'], '--colour'],
      [['key', 'list', '-x'], '-x'],
      [['customer', 'add'], 'NAME is missing: customer add NAME'],
      [['customer', 'add', ' '], 'name: '],
      [['customer', 'add', 'Blikk', '--orgnr', '12'], 'orgNr: '],
      [['customer', 'add', 'Blikk', '--email', 'post'], 'email: '],
      [['project', 'add', 'Fjøs', '--customer', '4711'], 'there is no customer 4711'],
      [['project', 'add', 'Fjøs', '--customer', 'Blikk'], '--customer must be a whole number from 1'],
      [['department', 'add', ' '], 'a department needs a name'],
      [['department', 'remove', 'Lager'], 'there is no department Lager'],
    ] as const) {
      const message = refusal(admin, args)
      expect(message).toContain(why)
      expect(message).not.toMatch(/\n|^done/)
    }
    expect(state()).toEqual(before)
  })

  test('an invalid value is refused with the name of its field', async () => {
    const { admin } = await runningService()
    const before = admin.sheets.find('T-000001/1')
    expect(before.pieces.length).toBeGreaterThan(1)
    const args = ['sheet', 'drawing', 'T-000001/1', '--quantity', String(Number.MAX_SAFE_INTEGER)]
    expect(refusal(admin, args)).toMatch(/^nothing was changed, these values are invalid: quantity: [^{\n]+$/)
    expect(admin.sheets.find('T-000001/1')).toEqual(before)
  })

  test('every change prints one line', async () => {
    const { admin } = await runningService()
    const { id } = admin.sheets.find('T-000003/1')
    admin.makeKey({ name: 'Gammel' })
    admin.makeKey({ name: 'Gammel' })
    for (const [args, line] of [
      [['key', 'revoke', 'Maskin'], 'key Maskin is revoked'],
      [['key', 'revoke', 'Gammel'], '2 keys with the name Gammel are revoked'],
      [['module', 'kontor', 'off'], 'module kontor is off'],
      [['module', 'kontor', 'on'], 'module kontor is on'],
      [['sheet', 'note', id.toUpperCase(), '- film'], 'T-000003/1 version 2, drawing 1: note changed'],
      [['sheet', 'note', 'T-000003/1', ''], 'T-000003/1 version 3, drawing 1: note removed'],
      [
        ['sheet', 'drawing', 'T-000003/1', '--quantity', '4'],
        'T-000003/1 version 4, drawing 2: the quantity of piece 1 is 4',
      ],
      [['sheet', 'move', 'T-000003/1', '--brake=none'], 'T-000003/1 version 5, drawing 2: moved'],
      [['approval', 'ask', 'T-000003/1'], 'T-000003/1 version 6, drawing 2: sent to the customer'],
      [['approval', 'refuse', 'T-000003/1'], 'T-000003/1 version 7, drawing 2: change requested'],
      [['order', 'forward', 'T-000003', 'Nabo Blikk'], 'T-000003 forwarded to Nabo Blikk'],
      [['sheets', 'make', '2'], '2 sheets added'],
      [['customer', 'add', 'Prøve Blikk AS', '--orgnr', '310 400 114', '--mobile', '+47 900 00 101'], '1011'],
      [['project', 'add', 'Fjøs', '--customer', '1011'], '1'],
      [['department', 'add', 'Lager'], 'department Lager is added'],
      [['department', 'remove', 'Lager'], 'department Lager is removed'],
      [['clock', 'advance', '60'], "the service's clock is at 2026-11-24T09:01:10.000Z"],
      [['clock', 'advance', '-120'], "the service's clock is at 2026-11-24T08:59:10.000Z"],
    ] as const) {
      expect(run(admin, args)).toEqual([line])
    }
  })

  test('a key is listed with its purpose and its scopes, and never its value', async () => {
    const { admin, machineKey } = await runningService()
    const lines = run(admin, ['key', 'list'])
    expect(lines).toContain(
      'Maskin\ttest\tworkshop\tmaskin\tproduction:read,production:status,orders:read,events:read\tin use\tno call',
    )
    expect(lines.join()).not.toContain(machineKey)
  })

  test('customers, projects and departments are listed, one per line', async () => {
    const { admin } = await runningService()
    run(admin, ['customer', 'add', 'Prøve Blikk AS', '--email', 'post@prove.example.no'])
    const customers = run(admin, ['customer', 'list'])
    expect(customers).toHaveLength(11)
    expect(customers[10]).toMatch(/^1011\tPrøve Blikk AS\t\tpost@prove.example.no\t\t[\da-f-]{36}$/)
    run(admin, ['project', 'add', 'Fjøs', '--customer', '1011'])
    expect(run(admin, ['project', 'list']).join()).toMatch(/^1\tFjøs\tPrøve Blikk AS\tactive\t[\da-f-]{36}$/)
    expect(run(admin, ['department', 'list'])).toEqual(['Blikkenslagerverksted', 'Tynnplate og profil'])
  })

  test('help names the modules, the purposes and the scopes', () => {
    for (const name of [...moduleNames, ...purposes, ...scopes]) expect(help().join()).toContain(name)
  })
})
