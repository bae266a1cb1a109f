// The words of `npm run workshop` that list what the desk has set, keep the library of fittings, and open the page for sandboxes.
import { expect, test } from 'vitest'
import { agreement, fitting, listedAgreement, page } from '../../../shared/workshop-api/index.ts'
import type { Desk } from '../../../src-service/desk/desk.ts'
import { readCommandLine } from '../../../src-service/desk/command-line.ts'
import { runCommand } from '../../../src-service/desk/commands.ts'
import { originOf } from './sandboxes/asking.ts'
import { runningService } from './running-service.ts'

const say = (desk: Desk, ...words: string[]) => runCommand(desk, readCommandLine(words))
const bare = ({ id: _id, ...rest }: { id: string }) => rest

test('the desk reads back what it has set of the shop, its codes and its deliveries', async () => {
  const { desk } = await runningService()
  say(
    desk,
    'shop',
    'set',
    '--url',
    'https://beslag.example.no',
    '--ways',
    'handlekurv,forespørsel',
    '--terms',
    'Kontant',
  )
  say(desk, 'shop', 'prices', 'hidden')
  expect(say(desk, 'shop', 'show')).toEqual([
    'address\thttps://beslag.example.no',
    'ways\thandlekurv, forespørsel',
    'terms\tKontant',
    expect.stringMatching(/^terms at\t/),
    'prices\thidden',
  ])
  say(desk, 'code', 'set', 'HØST', '--percent', '7.5', '--until', '2026-12-01', '--least', '1000')
  say(desk, 'code', 'set', 'KRONER', '--amount', '5000')
  expect(say(desk, 'code', 'list').slice(-2)).toEqual([
    'HØST\t7.5 %\tfrom ever\t2026-12-01\t1000',
    'KRONER\t5000 øre\tfrom ever\tno end\t0',
  ])
  const [id] = say(desk, 'delivery', 'add', 'Bil', '--price', '9900', '--from', '6800', '--until', '6899')
  const [everywhere] = say(desk, 'delivery', 'add', 'Post', '--price', '15000', '--free', '500000')
  expect(say(desk, 'delivery', 'list').slice(-2)).toEqual([
    `Bil\tlevering\t9900\tnever free\t6800-6899: 9900, nowhere else\t${id}`,
    `Post\tlevering\t15000\t500000\teverywhere\t${everywhere}`,
  ])
})

test('the desk lists its agreements, drafts too', async () => {
  const { desk, get } = await runningService()
  const [number = ''] = say(desk, 'agreement', 'make', 'Beslag', '--customer', '1001', '--lead', '3', '--days', '1,5')
  const [first, made, ...more] = say(desk, 'agreement', 'list')
  const [shown] = page(listedAgreement).parse((await get('/agreements')).json).data
  expect(first).toContain(`${shown?.number}\taktiv\t${shown?.customer.name}\t`)
  expect([made, more]).toEqual([
    expect.stringMatching(new RegExp(`^${number}\tutkast\t[^\t]+\tBeslag\tno end\t3\t1,5\t0$`)),
    [],
  ])
  say(desk, 'agreement', 'position', number, 'L', '--prices', '1000:5000')
  say(desk, 'agreement', 'send', number)
  expect(say(desk, 'agreement', 'list')[1]).toMatch(/\tsendt\t.*\t1$/)
  expect(agreement.parse((await get(`/agreements/${number}`)).json).positions).toHaveLength(1)
})

test('a live workshop’s library is filled, changed and emptied at its desk, and its prices are held to it', async () => {
  const running = await runningService()
  const { slug, key } = running.desk.makeLiveWorkshop('Ekte Blikk')
  const desk = running.deskOf(slug)
  const shown = async () => page(fitting).parse((await running.get('/catalog/library?limit=100', key)).json).data
  expect(await shown()).toEqual([])
  const [count] = say(desk, 'library', 'fill')
  const sandbox = page(fitting).parse((await running.get('/catalog/library?limit=100')).json).data
  expect([count, (await shown()).map(bare)]).toEqual([`${sandbox.length} fittings added`, sandbox.map(bare)])
  expect(new Set([...(await shown()), ...sandbox].map(({ id }) => id)).size).toBe(2 * sandbox.length)

  const u = ['library', 'set', 'u_profil', 'U-profil', '--params', 'a:15:60,b:20:90']
  say(desk, ...u, '--material', 'plastbelagt_stal:0.6:RR33+RR20,aluminium:1')
  const own = (await shown()).filter(({ family }) => family === 'u_profil')
  expect(own.map(bare)).toEqual([
    {
      family: 'u_profil',
      name: 'U-profil',
      params: [
        { name: 'a', minMm: 15, maxMm: 60 },
        { name: 'b', minMm: 20, maxMm: 90 },
      ],
      materials: [
        { material: 'plastbelagt_stal', thicknessMm: 0.6, colours: ['RR33', 'RR20'] },
        { material: 'aluminium', thicknessMm: 1, colours: [] },
      ],
    },
  ])
  expect(say(desk, 'library', 'list')).toContain(
    'u_profil\tU-profil\ta:15:60,b:20:90\tplastbelagt_stal:0.6:RR33+RR20,aluminium:1:',
  )
  expect(say(desk, 'library', 'fill')).toEqual(['0 fittings added'])
  expect((await shown()).filter(({ family }) => family === 'u_profil')).toEqual(own)
  say(desk, 'library', 'remove', 'u_profil')
  expect((await shown()).map(({ family }) => family)).not.toContain('u_profil')
  expect(page(fitting).parse((await running.get('/catalog/library?limit=100')).json).data).toEqual(sandbox)

  for (const [line, why] of [
    [[...u, '--material', 'tre:1'], /--material is one of/],
    [[...u.slice(0, 5), 'a:60:15', '--material', 'sink:1'], /at least more/],
    [[...u.slice(0, 5), 'a:60', '--material', 'sink:1'], /a:15:60/],
    [['library', 'remove', 'u_profil'], /has no u_profil/],
  ] as const) {
    expect(() => say(desk, ...line)).toThrow(why)
  }
})

test('anybody may ask for a sandbox until there is a live workshop; then the desk says whether', async () => {
  const running = await runningService()
  const { desk } = running
  const url = `${originOf(running.service.baseUrl)}/sandkasse`
  const asked = () => fetch(url, { method: 'POST', body: new URLSearchParams({ epost: 'ola@blikk.no' }) })
  const statuses = async () => [(await fetch(url)).status, (await asked()).status]
  expect(await statuses()).toEqual([200, 200])
  desk.makeLiveWorkshop('Ekte Blikk')
  expect(await statuses()).toEqual([404, 404])
  expect(await (await fetch(url)).text()).toContain('Siden er stengt')
  expect(say(desk, 'sandbox', 'link', 'kari@blikk.no')).toEqual(['a link goes to kari@blikk.no'])
  expect(say(desk, 'sandbox', 'page', 'open')).toEqual(['the page is open'])
  expect(await statuses()).toEqual([200, 200])
  say(desk, 'sandbox', 'page', 'closed')
  expect(await statuses()).toEqual([404, 404])
  expect(() => say(desk, 'sandbox', 'page', 'lukket')).toThrow(/open, closed/)
})
