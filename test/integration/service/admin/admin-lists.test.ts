// The commands of `npm run workshop` that list settings, change the library of fittings, and open the sandbox page.
import { expect, test } from 'vitest'
import { agreement, fitting, listedAgreement, page } from '../../../../shared/workshop-api/index.ts'
import { readCommandLine, runCommand } from '../../../../src-service/admin/index.ts'
import type { WorkshopAdmin } from '../../../../src-service/admin/index.ts'
import { originOf } from '../sandbox-accounts/sandbox-requests.ts'
import { runningService } from '../running-service.ts'

const runWords = (admin: WorkshopAdmin, ...words: string[]) => runCommand(admin, readCommandLine(words))
const bare = ({ id: _id, ...rest }: { id: string }) => rest

test('the settings of the shop, its codes and its delivery options are listed', async () => {
  const { admin } = await runningService()
  runWords(
    admin,
    'shop',
    'set',
    '--url',
    'https://beslag.example.no',
    '--ways',
    'handlekurv,forespørsel',
    '--terms',
    'Kontant',
  )
  runWords(admin, 'shop', 'prices', 'hidden')
  expect(runWords(admin, 'shop', 'show')).toEqual([
    'address\thttps://beslag.example.no',
    'ways\thandlekurv, forespørsel',
    'terms\tKontant',
    expect.stringMatching(/^terms at\t/),
    'prices\thidden',
  ])
  runWords(admin, 'code', 'set', 'HØST', '--percent', '7.5', '--until', '2026-12-01', '--least', '1000')
  runWords(admin, 'code', 'set', 'KRONER', '--amount', '5000')
  expect(runWords(admin, 'code', 'list').slice(-2)).toEqual([
    'HØST\t7.5 %\tno start\t2026-12-01\t1000',
    'KRONER\t5000 øre\tno start\tno end\t0',
  ])
  const [id] = runWords(admin, 'delivery', 'add', 'Bil', '--price', '9900', '--from', '6800', '--until', '6899')
  const [everywhere] = runWords(admin, 'delivery', 'add', 'Post', '--price', '15000', '--free', '500000')
  expect(runWords(admin, 'delivery', 'list').slice(-2)).toEqual([
    `Bil\tlevering\t9900\tnever free\t6800-6899: 9900, nowhere else\t${id}`,
    `Post\tlevering\t15000\t500000\teverywhere\t${everywhere}`,
  ])
})

test('agreements are listed, with drafts', async () => {
  const { admin, get } = await runningService()
  const [number = ''] = runWords(
    admin,
    'agreement',
    'make',
    'Beslag',
    '--customer',
    '1001',
    '--lead',
    '3',
    '--days',
    '1,5',
  )
  const [first, agreementLine, ...more] = runWords(admin, 'agreement', 'list')
  const [shown] = page(listedAgreement).parse((await get('/agreements')).json).data
  expect(first).toContain(`${shown?.number}\taktiv\t${shown?.customer.name}\t`)
  expect([agreementLine, more]).toEqual([
    expect.stringMatching(new RegExp(`^${number}\tutkast\t[^\t]+\tBeslag\tno end\t3\t1,5\t0$`)),
    [],
  ])
  runWords(admin, 'agreement', 'position', number, 'L', '--prices', '1000:5000')
  runWords(admin, 'agreement', 'send', number)
  expect(runWords(admin, 'agreement', 'list')[1]).toMatch(/\tsendt\t.*\t1$/)
  expect(agreement.parse((await get(`/agreements/${number}`)).json).positions).toHaveLength(1)
})

test('a live workshop’s library is filled, changed and emptied, and limits its prices', async () => {
  const service = await runningService()
  const { slug, key } = service.admin.makeLiveWorkshop('Ekte Blikk')
  const admin = service.adminOf(slug)
  const shownProducts = async () =>
    page(fitting).parse((await service.get('/catalog/library?limit=100', key)).json).data
  expect(await shownProducts()).toEqual([])
  const [count] = runWords(admin, 'library', 'fill')
  const sandbox = page(fitting).parse((await service.get('/catalog/library?limit=100')).json).data
  expect([count, (await shownProducts()).map(bare)]).toEqual([`${sandbox.length} fittings added`, sandbox.map(bare)])
  expect(new Set([...(await shownProducts()), ...sandbox].map(({ id }) => id)).size).toBe(2 * sandbox.length)

  const u = ['library', 'set', 'u_profil', 'U-profil', '--params', 'a:15:60,b:20:90']
  runWords(admin, ...u, '--material', 'plastbelagt_stal:0.6:RR33+RR20,aluminium:1')
  const ownProducts = (await shownProducts()).filter(({ family }) => family === 'u_profil')
  expect(ownProducts.map(bare)).toEqual([
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
  expect(runWords(admin, 'library', 'list')).toContain(
    'u_profil\tU-profil\ta:15:60,b:20:90\tplastbelagt_stal:0.6:RR33+RR20,aluminium:1:',
  )
  expect(runWords(admin, 'library', 'fill')).toEqual(['0 fittings added'])
  expect((await shownProducts()).filter(({ family }) => family === 'u_profil')).toEqual(ownProducts)
  runWords(admin, 'library', 'remove', 'u_profil')
  expect((await shownProducts()).map(({ family }) => family)).not.toContain('u_profil')
  expect(page(fitting).parse((await service.get('/catalog/library?limit=100')).json).data).toEqual(sandbox)

  for (const [line, why] of [
    [[...u, '--material', 'tre:1'], /--material must be one of/],
    [[...u.slice(0, 5), 'a:60:15', '--material', 'sink:1'], /above its maximum/],
    [[...u.slice(0, 5), 'a:60', '--material', 'sink:1'], /a:15:60/],
    [['library', 'remove', 'u_profil'], /does not contain u_profil/],
  ] as const) {
    expect(() => runWords(admin, ...line)).toThrow(why)
  }
})

test('anybody can request a sandbox until there is a live workshop; then the administration decides', async () => {
  const service = await runningService()
  const { admin } = service
  const url = `${originOf(service.baseUrl)}/sandkasse`
  const requestLink = () => fetch(url, { method: 'POST', body: new URLSearchParams({ epost: 'ola@blikk.no' }) })
  const statuses = async () => [(await fetch(url)).status, (await requestLink()).status]
  expect(await statuses()).toEqual([200, 200])
  admin.makeLiveWorkshop('Ekte Blikk')
  expect(await statuses()).toEqual([404, 404])
  expect(await (await fetch(url)).text()).toContain('Siden er stengt')
  expect(runWords(admin, 'sandbox', 'link', 'kari@blikk.no')).toEqual(['a link is sent to kari@blikk.no'])
  expect(runWords(admin, 'sandbox', 'page', 'open')).toEqual(['the page is open'])
  expect(await statuses()).toEqual([200, 200])
  runWords(admin, 'sandbox', 'page', 'closed')
  expect(await statuses()).toEqual([404, 404])
  expect(() => runWords(admin, 'sandbox', 'page', 'lukket')).toThrow(/open, closed/)
})
