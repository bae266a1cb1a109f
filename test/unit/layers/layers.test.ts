// Checks the import rules on a small source tree that breaks each rule once, and the size of the folders. `npm run check` checks the project
// itself, as does test/long/layers.test.ts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLayers, crowdedFolders, ruleNames, unknownScreenFolders } from '../../layers.ts'

const root = join(import.meta.dirname, '../../..')
let tree = ''

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'kant-layers-'))
})

afterEach(() => {
  rmSync(tree, { recursive: true, force: true })
})

/** Each rule with the import of the fixture that breaks it. */
const expectedBreaches = [
  'bending-folders-through-their-index: shared/bending/flat-pattern/flat-pattern.ts → shared/bending/profile/profile.ts',
  'bending-through-its-index: src-main/exports/exports.ts → shared/bending/fold.ts',
  'brake-does-not-import-the-simulator: src-main/brake/session/session.ts → src-main/brake/simulator/simulator.ts',
  'brake-drivers-import-no-session: src-main/brake/drivers/driver.ts → src-main/brake/session/session.ts',
  'brake-folders-through-their-index: src-main/brake/drivers/driver.ts → src-main/brake/session/session.ts',
  'brake-folders-through-their-index: src-main/brake/program/program.ts → src-main/brake/maps/map.ts',
  'brake-folders-through-their-index: src-main/brake/protocol/frame.ts → src-main/brake/drivers/driver.ts',
  'brake-folders-through-their-index: src-main/brake/session/session.ts → src-main/brake/simulator/simulator.ts',
  'brake-folders-through-their-index: src-main/brake/simulator/simulator.ts → src-main/brake/program/program.ts',
  'brake-folders-through-their-index: src-main/brake/transport/transport.ts → src-main/brake/protocol/frame.ts',
  'brake-programs-import-programs-only: src-main/brake/program/program.ts → src-main/brake/maps/map.ts',
  'brake-protocols-and-maps-import-no-driver: src-main/brake/protocol/frame.ts → src-main/brake/drivers/driver.ts',
  'brake-through-its-index: src-main/cli/kant.ts → src-main/brake/drivers/driver.ts',
  'brake-transport-imports-no-protocol: src-main/brake/transport/transport.ts → src-main/brake/protocol/frame.ts',
  'browser-through-its-index: src-main/cli/kant.ts → src-main/browser/server.ts',
  'cache-through-its-index: src-main/station/open/station.ts → src-main/cache/cache.ts',
  'cli-folders-through-their-index: src-main/cli/kant.ts → src-main/cli/commands/run-command.ts',
  'colours-through-its-index: src-main/exports/exports.ts → shared/colours/sheet-colour.ts',
  'drawing-folders-through-their-index: shared/drawing/profile/profile.ts → shared/drawing/scene/scene.ts',
  'drawing-through-its-entry-points: src-main/exports/exports.ts → shared/drawing/scene/scene.ts',
  'electron-folders-through-their-index: src-main/electron/main.ts → src-main/electron/host/host-process.ts',
  'electron-in-its-folder-only: src-main/ledger/ledger.ts → electron',
  'exports-csv-through-its-entry-points: src-main/exports/exports.ts → src-main/exports/csv/plan-csv.ts',
  'exports-through-its-index: src-main/station/exports/part.ts → src-main/exports/exports.ts',
  'fit-folders-through-their-index: shared/bending/fit/fit.ts → shared/bending/fit/tools/tool.ts',
  'ledger-folders-through-their-index: src-main/ledger/journal/journal.ts → src-main/ledger/plan/plan.ts',
  'ledger-folders-through-their-index: src-main/ledger/ledger.ts → src-main/ledger/outbox/drain.ts',
  'ledger-folders-through-their-index: src-main/ledger/plan/plan.ts → src-main/ledger/work/jobs.ts',
  'ledger-folders-through-their-index: src-main/ledger/store/store-file.ts → src-main/ledger/work/jobs.ts',
  'ledger-folders-through-their-index: src-main/ledger/work/jobs.ts → src-main/ledger/outbox/drain.ts',
  'ledger-journal-and-marks-import-no-other-folder: src-main/ledger/journal/journal.ts → src-main/ledger/plan/plan.ts',
  'ledger-plan-imports-the-store-only: src-main/ledger/plan/plan.ts → src-main/ledger/work/jobs.ts',
  'ledger-store-imports-journal-and-marks-only: src-main/ledger/store/store-file.ts → src-main/ledger/work/jobs.ts',
  'ledger-through-its-index: src-main/cache/cache.ts → src-main/ledger/ledger.ts',
  'ledger-work-does-not-import-the-outbox: src-main/ledger/work/jobs.ts → src-main/ledger/outbox/drain.ts',
  'no-import-cycles: src-service/orders/orders.ts → src-service/service.ts',
  'peers-folders-import-lower-ones-only: src-main/peers/link/link.ts → src-main/peers/exchange/exchange.ts',
  'peers-folders-through-their-index: src-main/peers/link/link.ts → src-main/peers/exchange/exchange.ts',
  'peers-through-its-index: src-main/station/whole-station.ts → src-main/peers/peers.ts',
  'plan-base-imports-no-machine: shared/bending/plan/legs/leg.ts → shared/bending/plan/press-brake/index.ts',
  'plan-folders-through-their-index: shared/bending/plan/folding-machine/folder.ts → shared/bending/plan/press-brake/brake.ts',
  'plan-machines-import-no-other-machine: shared/bending/plan/folding-machine/folder.ts → shared/bending/plan/press-brake/brake.ts',
  'planning-through-its-index: src-main/exports/exports.ts → shared/planning/order.ts',
  'platform-imports-platform-only: src-main/platform/sqlite.ts → src-main/sync/sync.ts',
  'press-brake-checks-import-the-kit-only: shared/bending/plan/press-brake/checks/check.ts → shared/bending/plan/press-brake/brake.ts',
  'press-brake-folders-through-their-index: shared/bending/plan/press-brake/blank.ts → shared/bending/plan/press-brake/checks/check.ts',
  'screen-folders-through-their-entry-files: src-renderer/main.ts → src-renderer/bend-step/hidden.ts',
  'screen-folders-through-their-entry-files: src-renderer/main.ts → src-renderer/hall/hidden.ts',
  'screen-folders-through-their-entry-files: src-renderer/main.ts → src-renderer/messages/hidden.ts',
  'screen-folders-through-their-entry-files: src-renderer/main.ts → src-renderer/plan/plan-line.ts',
  'screen-folders-through-their-index: src-renderer/list/list-screen.tsx → src-renderer/list/rows/lines.ts',
  'screen-imports-page-packages-only: src-renderer/main.ts → better-sqlite3',
  'screen-imports-pure-shared-modules-only: src-renderer/main.ts → shared/workshop-api/endpoints.ts',
  'screen-imports-pure-shared-modules-only: src-renderer/main.ts → src-main/station/open/station.ts',
  'screens-through-the-registry: src-renderer/main.ts → src-renderer/list/list-screen.tsx',
  'service-admin-folders-through-their-index: src-service/admin/workshop-admin.ts → src-service/admin/commands/command.ts',
  'service-calls-through-operations: src-service/mail/mail.ts → src-service/orders/order-calls.ts',
  'service-documents-folders-through-their-index: src-service/documents/documents.ts → src-service/documents/ehf/ehf-invoice.ts',
  'service-does-not-import-the-administration: src-service/mail/mail.ts → src-service/admin/actions.ts',
  'service-folders-through-their-index: src-service/mail/mail.ts → src-service/admin/actions.ts',
  'service-folders-through-their-index: src-service/mail/mail.ts → src-service/orders/order-calls.ts',
  'service-folders-through-their-index: src-service/prices/prices.ts → src-service/http/request/json.ts',
  'service-folders-through-their-index: src-service/service.ts → src-service/orders/orders.ts',
  'service-folders-through-their-index: src-service/store/store.ts → src-service/prices/prices.ts',
  'service-http-folders-through-their-index: src-service/http/server.ts → src-service/http/request/json.ts',
  'service-imports-drawing-through-its-indexes: src-service/documents/documents.ts → shared/drawing/scene/scene.ts',
  'service-imports-neither-station-nor-screen: src-service/service.ts → shared/bending/fold.ts',
  'service-mail-imports-the-store-only: src-service/mail/mail.ts → src-service/admin/actions.ts',
  'service-mail-imports-the-store-only: src-service/mail/mail.ts → src-service/orders/order-calls.ts',
  'service-prices-are-pure: src-service/prices/prices.ts → src-service/http/request/json.ts',
  'service-server-in-the-service-only: src-service/prices/prices.ts → src-service/http/request/json.ts',
  'service-store-imports-no-module-of-the-service: src-service/store/store.ts → src-service/prices/prices.ts',
  'shared-imports-pure-packages-only: shared/bending/fold.ts → better-sqlite3',
  'shared-imports-shared-only: shared/drawing/scene/scene.ts → src-main/station/open/station.ts',
  'shared-is-pure: shared/drawing/scene/scene.ts → fs',
  'shared-peers-through-its-index: src-main/peers/link/link.ts → shared/peers/fact.ts',
  'shells-import-parts-through-the-station: src-main/browser/server.ts → src-main/workshop/client.ts',
  'simulator-imports-maps-and-frames-only: src-main/brake/simulator/simulator.ts → src-main/brake/program/program.ts',
  'station-access-through-its-index: src-main/station/whole-station.ts → src-main/station/access/part.ts',
  'station-api-calls-import-views-only: shared/station-api/calls/list-calls.ts → shared/station-api/contract.ts',
  'station-api-folders-through-their-index: shared/station-api/index.ts → shared/station-api/views/list-view.ts',
  'station-api-through-its-index: src-renderer/main.ts → shared/station-api/contract.ts',
  'station-api-views-folders-through-their-index: shared/station-api/views/list-view.ts → shared/station-api/views/machine/machine-view.ts',
  'station-api-views-import-no-calls: shared/station-api/views/list-view.ts → shared/station-api/contract.ts',
  'station-attach-through-its-index: src-main/station/whole-station.ts → src-main/station/attach/part.ts',
  'station-bend-plans-through-its-index: src-main/station/whole-station.ts → src-main/station/bend-plans/part.ts',
  'station-brake-through-its-index: src-main/station/whole-station.ts → src-main/station/brake/part.ts',
  'station-exports-through-its-index: src-main/station/whole-station.ts → src-main/station/exports/part.ts',
  'station-imports-neither-service-nor-screen: src-main/ledger/ledger.ts → src-service/service.ts',
  'station-imports-no-shell: src-main/station/open/station.ts → src-main/electron/main.ts',
  'station-keys-through-its-index: src-main/station/whole-station.ts → src-main/station/keys/part.ts',
  'station-lists-through-its-index: src-main/station/whole-station.ts → src-main/station/lists/part.ts',
  'station-marks-through-its-index: src-main/station/whole-station.ts → src-main/station/marks/part.ts',
  'station-network-through-its-index: src-main/station/whole-station.ts → src-main/station/network/part.ts',
  'station-open-through-its-index: src-main/station/whole-station.ts → src-main/station/open/station.ts',
  'station-orders-through-its-index: src-main/station/whole-station.ts → src-main/station/orders/part.ts',
  'station-oversight-through-its-index: src-main/station/whole-station.ts → src-main/station/oversight/part.ts',
  'station-parts-import-no-other-part: src-main/cache/cache.ts → src-main/ledger/ledger.ts',
  'station-peers-through-its-index: src-main/station/whole-station.ts → src-main/station/peers/part.ts',
  'station-plan-through-its-index: src-main/station/whole-station.ts → src-main/station/plan/part.ts',
  'station-sandbox-through-its-index: src-main/station/whole-station.ts → src-main/station/sandbox/part.ts',
  'station-set-up-through-its-index: src-main/station/whole-station.ts → src-main/station/set-up/part.ts',
  'station-settings-through-its-index: src-main/station/whole-station.ts → src-main/station/settings/part.ts',
  'station-workshop-files-through-its-index: src-main/station/whole-station.ts → src-main/station/workshop-files/part.ts',
  'sync-through-its-index: src-main/platform/sqlite.ts → src-main/sync/sync.ts',
  'workshop-api-folders-through-their-index: shared/workshop-api/endpoints.ts → shared/workshop-api/resources/order.ts',
  'workshop-api-through-its-index: src-main/workshop/client.ts → shared/workshop-api/endpoints.ts',
  'workshop-api-through-its-index: src-renderer/main.ts → shared/workshop-api/endpoints.ts',
  'workshop-api-through-its-index: src-service/service.ts → shared/workshop-api/endpoints.ts',
  'workshop-files-folders-through-their-index: shared/workshop-files/readers.ts → shared/workshop-files/outline-drawing/loops.ts',
  'workshop-files-through-its-index: src-main/exports/exports.ts → shared/workshop-files/readers.ts',
  'workshop-through-its-index: src-main/browser/server.ts → src-main/workshop/client.ts',
]

test('every import rule reports its broken example', async () => {
  const { breaches } = await checkLayers(join(root, 'test/fixtures/forbidden-imports'))
  const reported = breaches
    .map(({ rule, from, to }) => `${rule}: ${from} → ${to.replace(/.*node_modules\/([^/]+)\/.*/, '$1')}`)
    .toSorted()
  expect(reported).toEqual(expectedBreaches)
  const broken = new Set(breaches.map(({ rule }) => rule))
  expect(ruleNames().filter((name) => !broken.has(name))).toEqual([])
})

test('every folder with entry files, or open to the others, is a folder of the screen', () => {
  expect(unknownScreenFolders(root)).toEqual([])
  expect(unknownScreenFolders(tree)).toContain('list')
})

test('no folder of the project has more than 20 files', () => {
  expect(crowdedFolders(root)).toEqual([])
})

test('a folder may have at most 20 files', () => {
  for (const folder of ['shared', 'src-main', 'src-renderer', 'src-service', 'test']) {
    mkdirSync(join(tree, folder, 'inside', 'deeper'), { recursive: true })
    fill(join(tree, folder), 20)
    fill(join(tree, folder, 'inside', 'deeper'), 20)
  }
  expect(crowdedFolders(tree)).toEqual([])
  writeFileSync(join(tree, 'src-service/inside/deeper/file-21.ts'), '')
  writeFileSync(join(tree, 'test/file-21.ts'), '')
  expect(crowdedFolders(tree)).toEqual([
    { folder: 'src-service/inside/deeper', files: 21 },
    { folder: 'test', files: 21 },
  ])
})

function fill(folder: string, files: number): void {
  for (let file = 1; file <= files; file++) writeFileSync(join(folder, `file-${file}.ts`), '')
}
