// Which room may import which: the plan of the house as rules. `npm run layers` fails on a breach, and on cruising nothing.
const parts = '(workshop|cache|outbox|sync|brake|exports)'

module.exports = {
  forbidden: [
    {
      name: 'shared-imports-nothing-of-ours',
      comment: 'shared is the ground everything stands on',
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
      name: 'shared-takes-pure-packages',
      comment: 'what reads, draws and writes bytes; nothing that touches a disk, a network or a page',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '(^|/)node_modules/', pathNot: '(^|/)node_modules/(zod|pdf-lib|fontkit|dxf-writer|qr)/' },
    },
    {
      name: 'screen-takes-page-packages',
      comment: 'nothing of the station reaches the page by way of a package',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: {
        path: '(^|/)node_modules/',
        pathNot:
          '(^|/)node_modules/(react|react-dom|react-aria-components|react-i18next|i18next|@tanstack/[^/]+|@use-gesture/react|recharts|three|zod|vite)/',
      },
    },
    {
      name: 'screen-sees-the-pure-shared-rooms',
      comment: 'the screen talks through station-api, plans and draws with the pure rooms',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^(src-main|src-service|shared/(?!station-api/|bending/|planning/|drawing/))' },
    },
    {
      name: 'station-and-service-meet-in-shared-only',
      severity: 'error',
      from: { path: '^src-main/' },
      to: { path: '^(src-service|src-renderer)/' },
    },
    {
      name: 'service-stands-alone',
      severity: 'error',
      from: { path: '^src-service/' },
      to: { path: '^(src-main/|src-renderer/|shared/bending/|shared/station-api/)' },
    },
    {
      name: 'parts-meet-in-the-station',
      comment: 'a part of the station knows its siblings only through what station/ hands it',
      severity: 'error',
      from: { path: `^src-main/${parts}/` },
      to: { path: '^src-main/', pathNot: ['^src-main/$1/', '^src-main/platform/'] },
    },
    {
      name: 'lines-know-no-protocol',
      comment: 'the floors of the link to the brake look down only: session, drivers, maps and protocol, transport',
      severity: 'error',
      from: { path: '^src-main/brake/transport/' },
      to: { path: '^src-main/brake/(?!transport/)' },
    },
    {
      name: 'protocols-and-maps-know-no-driver',
      severity: 'error',
      from: { path: '^src-main/brake/(maps|protocol)/' },
      to: { path: '^src-main/brake/(session|drivers|simulator)/' },
    },
    {
      name: 'drivers-know-no-session',
      severity: 'error',
      from: { path: '^src-main/brake/drivers/' },
      to: { path: '^src-main/brake/(session|simulator)/' },
    },
    {
      name: 'programs-are-made-of-sheets-alone',
      severity: 'error',
      from: { path: '^src-main/brake/program/' },
      to: { path: '^src-main/brake/(?!program/)' },
    },
    {
      name: 'the-simulator-is-the-other-side',
      comment: 'it shares maps and frames with the drivers, and nothing else of theirs',
      severity: 'error',
      from: { path: '^src-main/brake/simulator/' },
      to: { path: '^src-main/brake/(session|drivers|program|transport)/' },
    },
    {
      name: 'nobody-counts-on-the-simulator',
      severity: 'error',
      from: { path: '^src-main/brake/(?!simulator/)' },
      to: { path: '^src-main/brake/simulator/' },
    },
    {
      name: 'platform-is-a-leaf',
      severity: 'error',
      from: { path: '^src-main/platform/' },
      to: { path: '^src-main/', pathNot: '^src-main/platform/' },
    },
    {
      name: 'station-knows-no-shell',
      severity: 'error',
      from: { path: '^src-main/station/' },
      to: { path: '^src-main/(electron|browser|cli)/' },
    },
    {
      name: 'shells-reach-parts-through-the-station',
      severity: 'error',
      from: { path: '^src-main/(electron|browser)/' },
      to: { path: `^src-main/${parts}/` },
    },
    {
      name: 'electron-in-its-room-only',
      severity: 'error',
      from: { pathNot: ['^src-main/electron/', '^electron\\.vite\\.config\\.ts$', '^test/'] },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'no-circles',
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
