// The import rules bite: a small house in which each rule is broken once, and the real one in which none is.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLayers } from '../../layers.ts'

const root = join(import.meta.dirname, '../../..')

test('each rule of the house is broken once in the forbidden house, and found there', async () => {
  const { breaches } = await checkLayers(join(root, 'test/fixtures/forbidden-imports'))
  const found = breaches
    .map(({ rule, from, to }) => `${rule}: ${from} → ${to.replace(/.*node_modules\/([^/]+)\/.*/, '$1')}`)
    .toSorted()
  expect(found).toEqual([
    'drivers-know-no-session: src-main/brake/drivers/driver.ts → src-main/brake/session/session.ts',
    'electron-in-its-room-only: src-main/outbox/outbox.ts → electron',
    'lines-know-no-protocol: src-main/brake/transport/line.ts → src-main/brake/protocol/frame.ts',
    'no-circles: src-service/orders/orders.ts → src-service/service.ts',
    'nobody-counts-on-the-simulator: src-main/brake/session/session.ts → src-main/brake/simulator/simulator.ts',
    'parts-meet-in-the-station: src-main/cache/cache.ts → src-main/outbox/outbox.ts',
    'platform-is-a-leaf: src-main/platform/sqlite.ts → src-main/sync/sync.ts',
    'programs-are-made-of-sheets-alone: src-main/brake/program/program.ts → src-main/brake/maps/map.ts',
    'protocols-and-maps-know-no-driver: src-main/brake/protocol/frame.ts → src-main/brake/drivers/driver.ts',
    'screen-sees-the-pure-shared-rooms: src-renderer/main.ts → shared/workshop-api/endpoints.ts',
    'screen-sees-the-pure-shared-rooms: src-renderer/main.ts → src-main/station/station.ts',
    'screen-takes-page-packages: src-renderer/main.ts → better-sqlite3',
    'service-stands-alone: src-service/service.ts → shared/bending/fold.ts',
    'shared-imports-nothing-of-ours: shared/drawing/scene.ts → src-main/station/station.ts',
    'shared-is-pure: shared/drawing/scene.ts → fs',
    'shared-takes-pure-packages: shared/bending/fold.ts → better-sqlite3',
    'shells-reach-parts-through-the-station: src-main/browser/server.ts → src-main/workshop/client.ts',
    'station-and-service-meet-in-shared-only: src-main/outbox/outbox.ts → src-service/service.ts',
    'station-knows-no-shell: src-main/station/station.ts → src-main/electron/main.ts',
    'the-simulator-is-the-other-side: src-main/brake/simulator/simulator.ts → src-main/brake/program/program.ts',
  ])
})

test('the house itself breaks none, and was looked at', async () => {
  const { breaches, modules } = await checkLayers(root)
  expect(breaches).toEqual([])
  expect(modules).toBeGreaterThan(40)
})
