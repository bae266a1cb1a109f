// The import rules: which module may import which. `npm run layers` fails on a forbidden import, and if it reads no module.
const parts = '(workshop|cache|ledger|sync|brake|exports|peers)'

const stationFolders = [
  'access',
  'attach',
  'bend-plans',
  'brake',
  'exports',
  'keys',
  'lists',
  'marks',
  'network',
  'open',
  'orders',
  'oversight',
  'peers',
  'plan',
  'sandbox',
  'set-up',
  'settings',
  'workshop-files',
]
/** Loads the system's key store. Only a separate process may do that, so the index of `keys` does not export it. */
const keyStoreProcess = '^src-main/station/keys/key-store-answer\\.ts$'

const { entryFiles: screenEntryFiles, openFolders: openScreenFolders } = require('./.screen-entry-files.cjs')

/** No module whose path matches `from` may import one whose path matches `to`. */
const forbidden = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } })

/** Each folder inside `folder` is imported through its index. */
const foldersThroughTheirIndex = (name, folder) => ({
  name: `${name}-folders-through-their-index`,
  severity: 'error',
  from: { path: `^${folder}/([^/]+)` },
  to: { path: `^${folder}/[^/]+/(?!index\\.ts$)`, pathNot: `^${folder}/$1/` },
})

module.exports = {
  forbidden: [
    {
      name: 'shared-imports-shared-only',
      comment: 'every program builds on shared, so shared builds on none of them',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(src-main|src-service|src-renderer|test)/' },
    },
    {
      name: 'shared-is-pure',
      comment: 'no Node, no DOM library, no Electron in shared',
      severity: 'error',
      from: { path: '^shared/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'shared-imports-pure-packages-only',
      comment: 'packages that parse, draw and write bytes; none that accesses a disk, a network or a page',
      severity: 'error',
      from: { path: '^shared/' },
      to: {
        path: '(^|/)node_modules/',
        pathNot: '(^|/)node_modules/(zod|pdf-lib|fontkit|dxf-writer|qr|jsonc-parser)/',
      },
    },
    {
      name: 'screen-imports-page-packages-only',
      comment: 'packages of the page; none that only the station may use',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: {
        path: '(^|/)node_modules/',
        pathNot:
          '(^|/)node_modules/(react|react-dom|react-aria-components|react-i18next|i18next|@tanstack/[^/]+|@use-gesture/react|recharts|three|pdfjs-dist|zod|vite|react-markdown|remark-gfm|minisearch)/',
      },
    },
    {
      name: 'screen-imports-pure-shared-modules-only',
      comment: 'the screen calls the station through station-api; it bends, plans and draws with pure modules',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^(src-main|src-service|shared/(?!base/|station-api/|bending/|colours/|planning/|drawing/))' },
    },
    {
      name: 'screens-through-the-registry',
      comment: 'only screens.tsx imports a screen',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: '^src-renderer/screens\\.tsx$' },
      to: { path: '^src-renderer/[^/]+/[^/]+-screen\\.tsx$' },
    },
    {
      name: 'screen-folders-through-their-index',
      comment: 'applies to the folders inside a folder of src-renderer',
      severity: 'error',
      from: { path: ['^src-renderer/([^/]+/[^/]+)', '^src-renderer/[^/]+$'] },
      to: { path: '^src-renderer/[^/]+/[^/]+/(?!index\\.ts$)', pathNot: '^src-renderer/$1/' },
    },
    {
      name: 'screen-folders-through-their-entry-files',
      severity: 'error',
      from: { path: '^src-renderer/([^/]+)' },
      to: {
        path: `^src-renderer/(?!(${openScreenFolders.join('|')})/)[^/]+/`,
        pathNot: [
          '^src-renderer/$1/',
          '^src-renderer/[^/]+/[^/]+-screen[.]tsx$',
          ...Object.entries(screenEntryFiles).map(([folder, files]) => `^src-renderer/${folder}/(${files.join('|')})$`),
        ],
      },
    },
    forbidden('station-imports-neither-service-nor-screen', '^src-main/', '^(src-service|src-renderer)/'),
    forbidden(
      'service-imports-neither-station-nor-screen',
      '^src-service/',
      '^(src-main/|src-renderer/|shared/bending/|shared/station-api/)',
    ),
    foldersThroughTheirIndex('service', 'src-service'),
    foldersThroughTheirIndex('service-admin', 'src-service/admin'),
    foldersThroughTheirIndex('service-http', 'src-service/http'),
    foldersThroughTheirIndex('service-documents', 'src-service/documents'),
    {
      name: 'service-does-not-import-the-administration',
      comment: 'only the command line runs administrative actions',
      severity: 'error',
      from: { path: '^src-service/(?!admin/|workshop\\.ts$)' },
      to: { path: '^src-service/admin/' },
    },
    {
      name: 'service-calls-through-operations',
      comment:
        'the index of a folder exports the files that implement operations, for operations.ts and service.ts; no other file imports them',
      severity: 'error',
      from: { path: '^src-service/', pathNot: '^src-service/[^/]+/index\\.ts$' },
      to: { path: '^src-service/.+-calls\\.ts$' },
    },
    forbidden('service-store-imports-no-module-of-the-service', '^src-service/store/', '^src-service/(?!store/)'),
    forbidden('service-prices-are-pure', '^src-service/prices/', '^src-service/(?!prices/)'),
    forbidden('service-mail-imports-the-store-only', '^src-service/mail/', '^src-service/(?!mail/|store/)'),
    {
      name: 'service-server-in-the-service-only',
      comment: 'the server, the senders and the documents load packages that would delay the start of the command line',
      severity: 'error',
      from: { path: '^src-service/([^/]+)/' },
      to: { path: '^src-service/(http|senders|documents)/', pathNot: '^src-service/$1/' },
    },
    {
      name: 'station-parts-import-no-other-part',
      comment: 'a part of the station gets the other parts as parameters from station/',
      severity: 'error',
      from: { path: `^src-main/${parts}/` },
      to: { path: '^src-main/', pathNot: ['^src-main/$1/', '^src-main/platform/'] },
    },
    {
      name: 'brake-transport-imports-no-protocol',
      comment:
        'the layers of the brake connection, from the top: session, drivers, maps and protocol, transport; each imports only lower ones',
      severity: 'error',
      from: { path: '^src-main/brake/transport/' },
      to: { path: '^src-main/brake/(?!transport/)' },
    },
    forbidden(
      'brake-protocols-and-maps-import-no-driver',
      '^src-main/brake/(maps|protocol)/',
      '^src-main/brake/(session|drivers|simulator)/',
    ),
    forbidden('brake-drivers-import-no-session', '^src-main/brake/drivers/', '^src-main/brake/(session|simulator)/'),
    forbidden('brake-programs-import-programs-only', '^src-main/brake/program/', '^src-main/brake/(?!program/)'),
    {
      name: 'simulator-imports-maps-and-frames-only',
      comment: 'the simulator plays the controller: it shares only the maps and the frames with the drivers',
      severity: 'error',
      from: { path: '^src-main/brake/simulator/' },
      to: { path: '^src-main/brake/(session|drivers|program|transport)/' },
    },
    forbidden('brake-does-not-import-the-simulator', '^src-main/brake/(?!simulator/)', '^src-main/brake/simulator/'),
    {
      name: 'brake-through-its-index',
      comment: 'other folders import brake/index.ts; the command line also imports the simulator',
      severity: 'error',
      from: { path: '^src-main/(?!brake/)' },
      to: { path: '^src-main/brake/(?!index\\.ts$|simulator/index\\.ts$)' },
    },
    foldersThroughTheirIndex('brake', 'src-main/brake'),
    ...['ledger', 'cache', 'sync', 'workshop', 'exports', 'peers', 'browser'].map((folder) =>
      forbidden(`${folder}-through-its-index`, `^src-main/(?!${folder}/)`, `^src-main/${folder}/(?!index\\.ts$)`),
    ),
    {
      name: 'exports-csv-through-its-entry-points',
      comment: 'index.ts also loads the drawings of the plan; oversight-csv.ts does not',
      severity: 'error',
      from: { path: '^src-main/exports/(?!csv/)' },
      to: { path: '^src-main/exports/csv/(?!(index|oversight-csv)\\.ts$)' },
    },
    foldersThroughTheirIndex('ledger', 'src-main/ledger'),
    {
      name: 'ledger-journal-and-marks-import-no-other-folder',
      comment:
        'the folders of the ledger, from the top: outbox, work, plan, store, then journal and marks; each imports only lower ones',
      severity: 'error',
      from: { path: '^src-main/ledger/(journal|marks)/' },
      to: { path: '^src-main/ledger/[^/]+/', pathNot: '^src-main/ledger/$1/' },
    },
    forbidden(
      'ledger-store-imports-journal-and-marks-only',
      '^src-main/ledger/store/',
      '^src-main/ledger/(?!store/|journal/|marks/)[^/]+/',
    ),
    forbidden('ledger-plan-imports-the-store-only', '^src-main/ledger/plan/', '^src-main/ledger/(?!plan/|store/)'),
    forbidden('ledger-work-does-not-import-the-outbox', '^src-main/ledger/work/', '^src-main/ledger/outbox/'),
    foldersThroughTheirIndex('peers', 'src-main/peers'),
    {
      name: 'peers-folders-import-lower-ones-only',
      comment: 'from the top: exchange; link and pairing; identity. Document and discovery import no other',
      severity: 'error',
      from: { path: '^src-main/peers/(identity|document|discovery|link|pairing)/' },
      to: { path: '^src-main/peers/[^/]+/', pathNot: ['^src-main/peers/$1/', '^src-main/peers/identity/'] },
    },
    forbidden(
      'shared-peers-through-its-index',
      '^(src-main|src-renderer|shared/(?!peers/))',
      '^shared/peers/(?!index\\.ts$)',
    ),
    foldersThroughTheirIndex('cli', 'src-main/cli'),
    foldersThroughTheirIndex('electron', 'src-main/electron'),
    forbidden(
      'colours-through-its-index',
      '^(src-main|src-renderer|shared/(?!colours/))',
      '^shared/colours/(?!index\\.ts$)',
    ),
    forbidden(
      'bending-through-its-index',
      '^(src-main|src-renderer|shared/(?!bending/))',
      '^shared/bending/(?!index\\.ts$|fit/index\\.ts$|plan/index\\.ts$)',
    ),
    foldersThroughTheirIndex('bending', 'shared/bending'),
    foldersThroughTheirIndex('fit', 'shared/bending/fit'),
    foldersThroughTheirIndex('plan', 'shared/bending/plan'),
    foldersThroughTheirIndex('press-brake', 'shared/bending/plan/press-brake'),
    {
      name: 'press-brake-checks-import-the-kit-only',
      comment: 'a step is checked on a kit of tools, whatever plan it is part of',
      severity: 'error',
      from: { path: '^shared/bending/plan/press-brake/checks/' },
      to: { path: '^shared/bending/plan/press-brake/(?!checks/|brake-kit\\.ts$)' },
    },
    {
      name: 'plan-machines-import-no-other-machine',
      comment: 'both kinds of machine build on the legs, the order and the step',
      severity: 'error',
      from: { path: '^shared/bending/plan/(press-brake|folding-machine)/' },
      to: { path: '^shared/bending/plan/(press-brake|folding-machine|picture)/', pathNot: '^shared/bending/plan/$1/' },
    },
    {
      name: 'plan-base-imports-no-machine',
      comment: 'the legs, the order and the step are the same on every kind of machine',
      severity: 'error',
      from: { path: '^shared/bending/plan/(legs|order|step)/' },
      to: { path: '^shared/bending/plan/(press-brake|folding-machine|picture)/' },
    },
    {
      name: 'planning-through-its-index',
      comment: 'station-api takes the schemas of planning from their files, because planning reads its views',
      severity: 'error',
      from: { path: '^(src-main|src-renderer)/' },
      to: { path: '^shared/planning/(?!index\\.ts$)' },
    },
    {
      name: 'workshop-api-through-its-index',
      comment: 'openapi/index.ts is for the service only; workshop-calendar.ts does not load the schemas',
      severity: 'error',
      from: { path: '^(src-main|src-service|src-renderer|shared/(?!workshop-api/))' },
      to: { path: '^shared/workshop-api/(?!(index|workshop-calendar|openapi/index)\\.ts$)' },
    },
    foldersThroughTheirIndex('workshop-api', 'shared/workshop-api'),
    {
      name: 'workshop-files-through-its-index',
      comment: 'schemas/index.ts does not load the JSON parser, so the page may load it',
      severity: 'error',
      from: { path: '^(src-main|src-renderer|shared/(?!workshop-files/))' },
      to: { path: '^shared/workshop-files/(?!index\\.ts$|schemas/index\\.ts$)' },
    },
    foldersThroughTheirIndex('workshop-files', 'shared/workshop-files'),
    {
      name: 'drawing-through-its-entry-points',
      comment: 'index.ts is for screens; files.ts also loads PDF and DXF',
      severity: 'error',
      from: { path: '^(src-main|src-renderer|shared/(?!drawing/))' },
      to: { path: '^shared/drawing/(?!(index|files|qr-code|sheet-name)\\.ts$)' },
    },
    forbidden(
      'service-imports-drawing-through-its-indexes',
      '^src-service/',
      '^shared/drawing/(?!(index|(paper|pdf|dxf)/index)\\.ts$)',
    ),
    foldersThroughTheirIndex('drawing', 'shared/drawing'),
    {
      name: 'platform-imports-platform-only',
      severity: 'error',
      from: { path: '^src-main/platform/' },
      to: { path: '^src-main/', pathNot: '^src-main/platform/' },
    },
    // each folder of the station is imported through its index
    ...stationFolders.map((folder) => ({
      name: `station-${folder}-through-its-index`,
      severity: 'error',
      from: { path: '^src-main/', pathNot: `^src-main/station/${folder}/` },
      to: { path: `^src-main/station/${folder}/(?!index\\.ts$)`, pathNot: keyStoreProcess },
    })),
    forbidden('station-imports-no-shell', '^src-main/station/', '^src-main/(electron|browser|cli)/'),
    {
      name: 'shells-import-parts-through-the-station',
      severity: 'error',
      from: { path: '^src-main/(electron|browser)/' },
      to: { path: `^src-main/${parts}/` },
    },
    {
      name: 'electron-in-its-folder-only',
      severity: 'error',
      from: { pathNot: ['^src-main/electron/', '^electron\\.vite\\.config\\.ts$', '^test/'] },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'station-api-through-its-index',
      comment: 'the first script of the page imports only the channel, so that it stays small',
      severity: 'error',
      from: { pathNot: ['^shared/station-api/', '^src-renderer/station/station-socket\\.ts$'] },
      to: { path: '^shared/station-api/(?!index\\.ts$)' },
    },
    {
      name: 'station-api-folders-through-their-index',
      severity: 'error',
      from: { path: '^shared/station-api/([^/]+)' },
      to: { path: '^shared/station-api/(views|calls|channel)/(?!index\\.ts$)', pathNot: '^shared/station-api/$1/' },
    },
    foldersThroughTheirIndex('station-api-views', 'shared/station-api/views'),
    {
      name: 'station-api-views-import-no-calls',
      comment: 'the order is views, calls, contract, channel: each imports only earlier ones',
      severity: 'error',
      from: { path: '^shared/station-api/views/' },
      to: { path: '^shared/station-api/(?!views/)' },
    },
    {
      name: 'station-api-calls-import-views-only',
      comment: 'call-error.ts imports nothing; a call names the code with which it refuses a field',
      severity: 'error',
      from: { path: '^shared/station-api/calls/' },
      to: { path: '^shared/station-api/(?!calls/|views/|call-error\\.ts$)' },
    },
    {
      name: 'no-import-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist|node_modules)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
