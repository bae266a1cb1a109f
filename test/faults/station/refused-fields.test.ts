// Text and numbers of people that no screen sends: the call is refused at the field, and nothing is stored.
import { expect, test } from 'vitest'
import { stationWithService } from '../../integration/station/station-with-service.ts'

const hostile = ['a\0b', '\u202eNK', '\ud800', 'a\nb']

test('hostile texts and numbers are refused at the field and change nothing', async () => {
  const rig = await stationWithService()
  await rig.pulled()
  const { entries } = await rig.list()
  const sheetId = entries[0]?.entry.sheetId ?? ''
  const shown = { sheetId, drawingVersion: 1 }
  const piece = { ...shown, operatorId: null, actId: 'act-00000001', pieceNo: 1, kind: 'good' as const }
  const technician = rig.anotherLink('operate', 'maintain')
  for (const text of hostile) {
    await expect(rig.link().call('operator.add', { initials: text })).rejects.toMatchObject({ code: 'text_bad' })
    await expect(rig.link().call('mark.create', { ...shown, by: text })).rejects.toMatchObject({ code: 'text_bad' })
    const link = { isOn: false, name: text, address: '', port: 21_570, typedAddresses: [] }
    await expect(technician.call('stations.change', link)).rejects.toMatchObject({ code: 'text_bad' })
    const adjusted = rig.link().call('count.adjust', { ...piece, delta: 1, reason: text })
    await expect(adjusted).rejects.toMatchObject({ code: 'text_bad', message: expect.stringContaining('reason') })
  }
  for (const count of [100_001, Number.MAX_SAFE_INTEGER])
    await expect(rig.link().call('count.book', { ...piece, count, reason: null })).rejects.toMatchObject({
      code: 'bad_input',
    })
  expect(await rig.link().call('operators.list', {})).toEqual({ operators: [] })
  expect(await rig.link().call('marks.list', {})).toMatchObject({ total: 0 })
  await rig.end()
})
