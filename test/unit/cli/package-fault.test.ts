import { expect, test } from 'vitest'
import { packageFault } from '../../../src-main/cli/package-fault.ts'

const computer = { platform: 'linux', arch: 'x64' }

test('a download that the network refuses is one sentence with the file and where to put it', () => {
  const printed =
    '  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build\n    at ClientRequest.<anonymous> (index.js:970:111)'
  const fault = packageFault(printed, '45.4.1', computer)
  expect(fault).toContain('electron-v45.4.1-linux-x64.zip')
  expect(fault).toContain('ELECTRON_OVERRIDE_DIST_PATH')
  expect(fault.split('\n')).toHaveLength(1)
})

test('another fault is printed as it is', () => {
  const printed = '  ⨯ Application entry file "out/main/index.cjs" does not exist\n    at checkFile'
  expect(packageFault(printed, '45.4.1', computer)).toBe(printed)
})
