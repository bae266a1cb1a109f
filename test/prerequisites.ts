// The programs of the machine that the tests need besides npm's packages. Installs the missing ones on Debian as root; on other
// machines it names them.
import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { downloadElectron, findElectron } from '../src-main/cli/start/electron-binary.ts'

/** 'usual' is `npm test`, 'long' is `npm run test:long`. */
export type Run = 'usual' | 'long'

interface Prerequisite {
  /** Absent: both runs need it. */
  run?: Run
  /** Any one of these on the PATH is enough. */
  programs: readonly string[]
  /** The files of something that is not a program: one of them must exist. */
  files?: readonly string[]
  debian: readonly string[]
  why: string
}

const prerequisites: readonly Prerequisite[] = [
  {
    run: 'usual',
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    debian: ['chromium'],
    why: 'the screen is tested in a real browser',
  },
  {
    programs: ['chromium-headless-shell'],
    debian: ['chromium-headless-shell'],
    why: 'most tests of the screen need only the engine of the browser',
  },
  { run: 'usual', programs: ['socat'], debian: ['socat'], why: 'the tests of serial lines use pseudo terminals' },
  {
    run: 'usual',
    programs: ['Xvfb'],
    debian: ['xvfb', 'libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2', 'libxss1'],
    why: 'the desktop shell is tested in a real window',
  },
  {
    programs: [],
    files: ['/usr/lib/python3/dist-packages/osgeo/__init__.py'],
    debian: ['python3-gdal'],
    why: 'GDAL reads the DXF files',
  },
  {
    programs: [],
    files: ['/usr/lib/python3/dist-packages/ezdxf/__init__.py'],
    debian: ['python3-ezdxf'],
    why: 'ezdxf reads the DXF files',
  },
  {
    programs: ['strace'],
    debian: ['strace'],
    why: 'tests make the disk fail, and check in the system calls that a mark is synced before its tick',
  },
  {
    run: 'usual',
    programs: [],
    files: ['/usr/lib/python3/dist-packages/pymodbus/__init__.py'],
    debian: ['python3-pymodbus'],
    why: 'the tests of the brake connection talk to a controller that pymodbus simulates',
  },
  {
    run: 'usual',
    programs: [],
    files: ['/usr/lib/python3/dist-packages/serial_asyncio/__init__.py'],
    debian: ['python3-serial-asyncio'],
    why: 'pymodbus needs it for a serial line and only recommends it',
  },
  {
    run: 'usual',
    programs: [],
    files: ['/usr/include/modbus/modbus.h'],
    debian: ['libmodbus-dev', 'gcc', 'libc6-dev'],
    why: 'the tests of the brake connection talk to a controller that libmodbus simulates',
  },
  { run: 'usual', programs: ['mbpoll'], debian: ['mbpoll'], why: 'mbpoll reads the simulated brake' },
  { run: 'usual', programs: ['udevadm'], debian: ['udev'], why: 'the tests list the serial ports of the machine' },
  { programs: ['python3'], debian: ['python3'], why: "the tests generate the sandbox's sheets again and compare them" },
  { programs: ['pdftotext'], debian: ['poppler-utils'], why: 'poppler reads the PDF files' },
  { programs: ['qpdf'], debian: ['qpdf'], why: 'qpdf checks the PDF files' },
  { programs: ['zbarimg'], debian: ['zbar-tools'], why: 'the tests read the codes on printed sheets' },
  { run: 'long', programs: ['librecad'], debian: ['librecad'], why: 'LibreCAD draws the DXF files' },
  { run: 'long', programs: ['soffice'], debian: ['libreoffice-calc'], why: 'LibreOffice opens the tables' },
]

const onPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

const isThere = ({ programs, files = [] }: Prerequisite): boolean =>
  programs.some(onPath) || files.some((file) => existsSync(file))

/** Installs what is missing. Returns null, or a text that lists what is still missing. */
export function ensurePrerequisites(run: Run): string | null {
  const needed = prerequisites.filter((one) => one.run === undefined || one.run === run)
  const missing = needed.filter((one) => !isThere(one))
  if (missing.length === 0) return null
  const packages = missing.flatMap(({ debian }) => debian)
  if (process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get')) {
    console.error(`installing ${packages.join(' ')}`)
    const options: SpawnSyncOptions = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    spawnSync('apt-get', ['update', '-q'], options)
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options)
  }
  const left = missing.filter((one) => !isThere(one))
  if (left.length === 0) return null
  const reasons = left.map(({ debian, why }) => `  ${debian.join(' ')}: ${why}`)
  return `missing on this machine (named by their Debian packages):\n${reasons.join('\n')}`
}

/**
 * Returns null when the desktop shell can be tested: with the Electron that ELECTRON_OVERRIDE_DIST_PATH names, or with the package's
 * own binary, which is downloaded if possible. Otherwise returns one line with the reason. In CI the tests then fail.
 */
export async function electronProblem(root: string): Promise<string | null> {
  if (findElectron(root, process.platform, process.env) !== null) return null
  const fetched = await downloadElectron(root, process.env)
  if ('program' in fetched) return null
  return `NOT TESTED: the desktop shell, because there is no Electron (${fetched.reason}). Set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron.`
}
