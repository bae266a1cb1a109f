// How the desktop app is packaged: Windows (NSIS and portable) and Linux (AppImage and deb). `npm run package`.
//
// The build is in an archive, and the program loads code only from there. Native modules are unpacked next to the archive.

/** Excludes the packages of the page, which are bundled, and the Node packages, because Electron contains Node. */
const excludedFiles = [
  '!node_modules/node-{linux,win}-*{,/**}',
  '!node_modules/.bin{,/**}',
  '!node_modules/{react,react-dom,react-is,react-i18next,react-aria-components,react-aria,react-stately,recharts,three,lucide-react,i18next,scheduler}{,/**}',
  '!node_modules/@{react-aria,react-stately,react-types,internationalized,tanstack,use-gesture,types,spectrum-icons}{,/**}',
  '!node_modules/{es-toolkit,immer,react-redux,redux,redux-thunk,reselect,victory-vendor,d3-*}{,/**}',
  '!node_modules/@reduxjs{,/**}',
  '!node_modules/better-sqlite3/{deps,src}{,/**}',
  '!**/*.{map,md,ts,tsx,d.ts,d.cts,d.mts}',
  '!**/{test,tests,__tests__,example,examples,docs}{,/**}',
]

module.exports = {
  // a folder with an unpacked Electron, or its zip file; without it electron-builder downloads one
  electronDist: process.env.ELECTRON_OVERRIDE_DIST_PATH ?? null,
  appId: 'no.kant.station',
  productName: 'Kant',
  copyright: 'Kant',
  directories: { output: 'dist', buildResources: 'resources/icons' },
  files: ['out/**', 'resources/**', '!resources/pictures{,/**}', 'package.json', ...excludedFiles],
  asar: true,
  asarUnpack: ['**/*.node'],
  // better-sqlite3, serialport and the key ring contain prebuilt Node-API binaries: nothing is compiled
  npmRebuild: false,
  nodeGypRebuild: false,
  electronLanguages: ['nb', 'en-GB', 'en-US'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    // the app has no V8 snapshot
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  // creates `latest.yml` for the operator of an update feed; the app uses the address set on its computer, never this one
  publish: { provider: 'generic', url: 'https://updates.invalid/' },
  win: {
    target: ['nsis', 'portable'],
    icon: 'resources/icons/icon.ico',
    // on Linux the program itself is `kant`
    extraFiles: [{ from: 'resources/bin/kant.cmd', to: 'kant.cmd' }],
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
  },
  portable: { artifactName: '${productName}-${version}-portable.${ext}' },
  linux: {
    target: ['AppImage', 'deb'],
    icon: 'resources/icons/icon.png',
    category: 'Utility',
    maintainer: 'Kant',
    executableName: 'kant',
  },
}
