// Decision 6 · the words of the workshop's command line, on the folder of a running service.
import { describe, expect, test } from 'vitest'
import { moduleNames, purposes, scopes } from '../../../shared/workshop-api/index.ts'
import { readCommandLine } from '../../../src-service/desk/command-line.ts'
import { help, runCommand } from '../../../src-service/desk/commands.ts'
import type { Desk } from '../../../src-service/desk/desk.ts'
import { Refusal } from '../../../src-service/store/refusal.ts'
import { runningService } from './running-service.ts'

const run = (desk: Desk, args: readonly string[]) => runCommand(desk, readCommandLine(args))

function refusal(desk: Desk, args: readonly string[]): string {
  try {
    return `done: ${run(desk, args).join()}`
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

describe("the workshop's command line", () => {
  test('what cannot be is said in one sentence at its place, and changes nothing', async () => {
    const { desk } = await runningService()
    const state = () => [
      desk.sheets.find('T-000001/1'),
      desk.orders.find('T-000001'),
      desk.keys(),
      desk.customers.list(),
      desk.projects.list(),
      desk.departments.list(),
    ]
    const before = state()
    for (const [args, why] of [
      [['order', 'forward', 'T-000001', ' '], 'a name'],
      [['order', 'forward', 'T-000001', 'Blikk', 'og', 'Beslag'], '"og Beslag"'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity', '-4'], '--quantity is a whole number from 1, not "-4"'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity', '1.5'], '--quantity is a whole number from 1, not "1.5"'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity', '1e3'], '--quantity'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity=4', '--piece', '0'], '--piece'],
      [['sheet', 'drawing', 'T-000001/1', '--quantity'], '--quantity needs a value'],
      [['sheet', 'rework', 'T-000001/1', '--quantity', '4'], '--quantity is no option'],
      [['sheets', 'make', '1.5'], 'COUNT is a whole number'],
      [['brake', 'add', 'Presse', '--length', '-1', '--thickness', '3'], '--length is a number above 0'],
      [['module', 'office', 'on'], 'NAME is one of shop, shop_payments, produksjon, kontor, nettverk, etikett'],
      [['module', 'kontor', 'av'], 'on|off is one of on, off'],
      [['clock', 'advance', 'soon'], 'SECONDS is a number'],
      [['clock', 'advance', '1000000000000'], '1970 to 2999'],
      [['key', 'make', 'X', '--purpose', 'moro'], 'nettside, maskin, regneark, leverandor, annet'],
      [['key', 'list', '--colour', 'blue'], '--colour'],
      [['key', 'list', '-x'], '-x'],
      [['customer', 'add'], 'NAME is missing: customer add NAME'],
      [['customer', 'add', ' '], 'name: '],
      [['customer', 'add', 'Blikk', '--orgnr', '12'], 'orgNr: '],
      [['customer', 'add', 'Blikk', '--email', 'post'], 'email: '],
      [['project', 'add', 'Fjøs', '--customer', '4711'], 'there is no customer 4711'],
      [['project', 'add', 'Fjøs', '--customer', 'Blikk'], '--customer is a whole number from 1'],
      [['department', 'add', ' '], 'a department needs a name'],
      [['department', 'remove', 'Lager'], 'there is no department Lager'],
    ] as const) {
      const said = refusal(desk, args)
      expect(said).toContain(why)
      expect(said).not.toMatch(/\n|^done/)
    }
    expect(state()).toEqual(before)
  })

  test('what the store would not take is told by the name of its field', async () => {
    const { desk } = await runningService()
    const before = desk.sheets.find('T-000001/1')
    expect(before.pieces.length).toBeGreaterThan(1)
    const args = ['sheet', 'drawing', 'T-000001/1', '--quantity', String(Number.MAX_SAFE_INTEGER)]
    expect(refusal(desk, args)).toMatch(/^nothing is changed, this does not fit: quantity: [^{\n]+$/)
    expect(desk.sheets.find('T-000001/1')).toEqual(before)
  })

  test('every change is told in one line', async () => {
    const { desk } = await runningService()
    const { id } = desk.sheets.find('T-000003/1')
    desk.makeKey({ name: 'Gammel' })
    desk.makeKey({ name: 'Gammel' })
    for (const [args, said] of [
      [['key', 'revoke', 'Maskin'], 'key Maskin is revoked'],
      [['key', 'revoke', 'Gammel'], '2 keys called Gammel are revoked'],
      [['module', 'kontor', 'off'], 'module kontor is off'],
      [['module', 'kontor', 'on'], 'module kontor is on'],
      [['sheet', 'note', id.toUpperCase(), '- film'], 'T-000003/1 version 2, drawing 1: note changed'],
      [['sheet', 'note', 'T-000003/1', ''], 'T-000003/1 version 3, drawing 1: note taken away'],
      [['sheet', 'drawing', 'T-000003/1', '--quantity', '4'], 'T-000003/1 version 4, drawing 2: piece 1 now 4 times'],
      [['sheet', 'move', 'T-000003/1', '--brake=none'], 'T-000003/1 version 5, drawing 2: moved'],
      [['approval', 'ask', 'T-000003/1'], 'T-000003/1 version 6, drawing 2: sent to the customer'],
      [['approval', 'refuse', 'T-000003/1'], 'T-000003/1 version 7, drawing 2: change requested'],
      [['order', 'forward', 'T-000003', 'Nabo Blikk'], 'T-000003 forwarded to Nabo Blikk'],
      [['sheets', 'make', '2'], '2 sheets added'],
      [['customer', 'add', 'Prøve Blikk AS', '--orgnr', '310 400 114', '--mobile', '+47 900 00 101'], '1011'],
      [['project', 'add', 'Fjøs', '--customer', '1011'], '1'],
      [['department', 'add', 'Lager'], 'department Lager is added'],
      [['department', 'remove', 'Lager'], 'department Lager is removed'],
      [['clock', 'advance', '60'], "the service's clock says 2026-11-24T09:01:10.000Z"],
      [['clock', 'advance', '-120'], "the service's clock says 2026-11-24T08:59:10.000Z"],
    ] as const) {
      expect(run(desk, args)).toEqual([said])
    }
  })

  test('a key is listed with its purpose and its scopes, and never its value', async () => {
    const { desk, machineKey } = await runningService()
    const lines = run(desk, ['key', 'list'])
    expect(lines).toContain(
      'Maskin\ttest\tworkshop\tmaskin\tproduction:read,production:status,orders:read,events:read\tin use\tno call',
    )
    expect(lines.join()).not.toContain(machineKey)
  })

  test('customers, projects and departments are listed, one a line', async () => {
    const { desk } = await runningService()
    run(desk, ['customer', 'add', 'Prøve Blikk AS', '--email', 'post@prove.example.no'])
    const customers = run(desk, ['customer', 'list'])
    expect(customers).toHaveLength(11)
    expect(customers[10]).toMatch(/^1011\tPrøve Blikk AS\t\tpost@prove.example.no\t\t[\da-f-]{36}$/)
    run(desk, ['project', 'add', 'Fjøs', '--customer', '1011'])
    expect(run(desk, ['project', 'list']).join()).toMatch(/^1\tFjøs\tPrøve Blikk AS\tactive\t[\da-f-]{36}$/)
    expect(run(desk, ['department', 'list'])).toEqual(['Blikkenslagerverksted', 'Tynnplate og profil'])
  })

  test('help names the modules, the purposes and the scopes', () => {
    for (const name of [...moduleNames, ...purposes, ...scopes]) expect(help().join()).toContain(name)
  })
})
