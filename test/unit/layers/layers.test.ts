// Checks the import rules on a small source tree that breaks each rule once. `npm run check` checks the project itself, as does
// test/long/layers.test.ts.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLayers } from '../../layers.ts'

const root = join(import.meta.dirname, '../../..')

test('every import rule reports its broken example', async () => {
  const { breaches } = await checkLayers(join(root, 'test/fixtures/forbidden-imports'))
  const reported = breaches
    .map(({ rule, from, to }) => `${rule}: ${from} → ${to.replace(/.*node_modules\/([^/]+)\/.*/, '$1')}`)
    .toSorted()
  expect(reported).toEqual([
    'administration-through-its-index: src-service/mail/mail.ts → src-service/admin/actions.ts',
    'bending-folders-through-their-index: shared/bending/flat-pattern/flat-pattern.ts → shared/bending/profile/profile.ts',
    'bending-through-its-index: src-main/exports/exports.ts → shared/bending/fold.ts',
    'brake-does-not-import-the-simulator: src-main/brake/session/session.ts → src-main/brake/simulator/simulator.ts',
    'brake-drivers-import-no-session: src-main/brake/drivers/driver.ts → src-main/brake/session/session.ts',
    'brake-programs-import-programs-only: src-main/brake/program/program.ts → src-main/brake/maps/map.ts',
    'brake-protocols-and-maps-import-no-driver: src-main/brake/protocol/frame.ts → src-main/brake/drivers/driver.ts',
    'brake-through-its-index: src-main/cli/kant.ts → src-main/brake/drivers/driver.ts',
    'brake-transport-imports-no-protocol: src-main/brake/transport/transport.ts → src-main/brake/protocol/frame.ts',
    'cli-folders-through-their-index: src-main/cli/kant.ts → src-main/cli/commands/run-command.ts',
    'drawing-folders-through-their-index: shared/drawing/profile/profile.ts → shared/drawing/scene/scene.ts',
    'drawing-through-its-entry-points: src-main/exports/exports.ts → shared/drawing/scene/scene.ts',
    'electron-folders-through-their-index: src-main/electron/main.ts → src-main/electron/host/host-process.ts',
    'electron-in-its-folder-only: src-main/ledger/ledger.ts → electron',
    'ledger-plan-imports-the-store-only: src-main/ledger/plan/plan.ts → src-main/ledger/work/jobs.ts',
    'ledger-storage-imports-no-work: src-main/ledger/store/store-file.ts → src-main/ledger/work/jobs.ts',
    'ledger-through-its-index: src-main/cache/cache.ts → src-main/ledger/ledger.ts',
    'no-import-cycles: src-service/orders/orders.ts → src-service/service.ts',
    'planning-through-its-index: src-main/exports/exports.ts → shared/planning/order.ts',
    'platform-imports-platform-only: src-main/platform/sqlite.ts → src-main/sync/sync.ts',
    'request-parsing-is-internal-to-http: src-service/prices/prices.ts → src-service/http/request/json.ts',
    'screen-folders-through-their-entry-files: src-renderer/main.ts → src-renderer/plan/plan-line.ts',
    'screen-folders-through-their-index: src-renderer/list/list-screen.tsx → src-renderer/list/rows/lines.ts',
    'screen-imports-page-packages-only: src-renderer/main.ts → better-sqlite3',
    'screen-imports-pure-shared-modules-only: src-renderer/main.ts → shared/workshop-api/endpoints.ts',
    'screen-imports-pure-shared-modules-only: src-renderer/main.ts → src-main/station/open/station.ts',
    'screens-through-the-registry: src-renderer/main.ts → src-renderer/list/list-screen.tsx',
    'service-calls-through-operations: src-service/mail/mail.ts → src-service/orders/order-calls.ts',
    'service-does-not-import-the-administration: src-service/mail/mail.ts → src-service/admin/actions.ts',
    'service-imports-neither-station-nor-screen: src-service/service.ts → shared/bending/fold.ts',
    'service-mail-imports-the-store-only: src-service/mail/mail.ts → src-service/admin/actions.ts',
    'service-mail-imports-the-store-only: src-service/mail/mail.ts → src-service/orders/order-calls.ts',
    'service-prices-are-pure: src-service/prices/prices.ts → src-service/http/request/json.ts',
    'service-store-imports-no-module-of-the-service: src-service/store/store.ts → src-service/prices/prices.ts',
    'shared-imports-pure-packages-only: shared/bending/fold.ts → better-sqlite3',
    'shared-imports-shared-only: shared/drawing/scene/scene.ts → src-main/station/open/station.ts',
    'shared-is-pure: shared/drawing/scene/scene.ts → fs',
    'shells-import-parts-through-the-station: src-main/browser/server.ts → src-main/workshop/client.ts',
    'simulator-imports-maps-and-frames-only: src-main/brake/simulator/simulator.ts → src-main/brake/program/program.ts',
    'station-api-calls-import-views-only: shared/station-api/calls/list-calls.ts → shared/station-api/contract.ts',
    'station-api-folders-through-their-index: shared/station-api/index.ts → shared/station-api/views/list-view.ts',
    'station-api-through-its-index: src-renderer/main.ts → shared/station-api/contract.ts',
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
    'station-oversight-through-its-index: src-main/station/whole-station.ts → src-main/station/oversight/part.ts',
    'station-parts-import-no-other-part: src-main/cache/cache.ts → src-main/ledger/ledger.ts',
    'station-plan-through-its-index: src-main/station/whole-station.ts → src-main/station/plan/part.ts',
    'station-sandbox-through-its-index: src-main/station/whole-station.ts → src-main/station/sandbox/part.ts',
    'station-set-up-through-its-index: src-main/station/whole-station.ts → src-main/station/set-up/part.ts',
    'station-settings-through-its-index: src-main/station/whole-station.ts → src-main/station/settings/part.ts',
    'station-workshop-files-through-its-index: src-main/station/whole-station.ts → src-main/station/workshop-files/part.ts',
    'workshop-files-through-its-index: src-main/exports/exports.ts → shared/workshop-files/readers.ts',
  ])
})
