// How the desktop app is packaged: Windows (NSIS and portable) and Linux (AppImage and deb). `npm run package`.
//
// What is built lies in an archive, and the program loads nothing else; native modules lie beside it.

/** Nothing of the page: it is bundled. No other Node: the program has its own. */
const leftOut = [
  '!node_modules/node-{linux,win}-*{,/**}',
  '!node_modules/.bin{,/**}',
  '!node_modules/{react,react-dom,react-is,react-i18next,react-aria-components,react-aria,react-stately,recharts,three,i18next,scheduler}{,/**}',
  '!node_modules/@{react-aria,react-stately,react-types,internationalized,tanstack,use-gesture,types,spectrum-icons}{,/**}',
  '!node_modules/{es-toolkit,immer,react-redux,redux,redux-thunk,reselect,victory-vendor,d3-*}{,/**}',
  '!node_modules/@reduxjs{,/**}',
  '!node_modules/better-sqlite3/{deps,src}{,/**}',
  '!**/*.{map,md,ts,tsx,d.ts,d.cts,d.mts}',
  '!**/{test,tests,__tests__,example,examples,docs}{,/**}',
]

module.exports = {
  appId: 'no.kant.station',
  productName: 'Kant',
  copyright: 'Kant',
  directories: { output: 'dist', buildResources: 'resources/icons' },
  files: ['out/**', 'resources/**', '!resources/pictures{,/**}', 'package.json', ...leftOut],
  asar: true,
  asarUnpack: ['**/*.node'],
  // better-sqlite3, serialport and the key ring bring their own for Node-API: nothing is compiled
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
    // there is no snapshot of our own to load
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  // makes `latest.yml` for whoever keeps a feed; the app asks the address that is set on its computer, and this one never
  publish: { provider: 'generic', url: 'https://updates.invalid/' },
  win: { target: ['nsis', 'portable'], icon: 'resources/icons/icon.ico' },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
  },
  portable: { artifactName: '${productName}-${version}-portable.${ext}' },
  linux: { target: ['AppImage', 'deb'], icon: 'resources/icons/icon.png', category: 'Utility', maintainer: 'Kant' },
}
