// What the tests need besides npm's packages: programs of the machine. Found, else installed where this is a Debian machine
// and we are root, else named, so that nobody wonders why a test was not run.
import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fetchElectron, findElectron } from '../src-main/cli/electron-binary.ts'

/** `npm test`, or `npm run test:long`. */
export type Run = 'usual' | 'long'

interface Prerequisite {
  /** Left out: both runs need it. */
  run?: Run
  /** Any of these on the PATH will do. */
  programs: readonly string[]
  /** Files of which one must be there, for what is no program. */
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
  { run: 'usual', programs: ['socat'], debian: ['socat'], why: 'serial lines are tested on pseudo terminals' },
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
    why: 'the disk is made to fail, and what is synced before a tick is read from the system calls',
  },
  {
    run: 'usual',
    programs: [],
    files: ['/usr/lib/python3/dist-packages/pymodbus/__init__.py'],
    debian: ['python3-pymodbus'],
    why: 'the link to the brake talks to a controller of pymodbus',
  },
  {
    run: 'usual',
    programs: [],
    files: ['/usr/include/modbus/modbus.h'],
    debian: ['libmodbus-dev', 'gcc', 'libc6-dev'],
    why: 'the link to the brake talks to a controller of libmodbus',
  },
  { run: 'usual', programs: ['mbpoll'], debian: ['mbpoll'], why: 'mbpoll talks to the simulated brake' },
  { run: 'usual', programs: ['udevadm'], debian: ['udev'], why: 'the serial ports of the machine are listed' },
  { programs: ['python3'], debian: ['python3'], why: "the sandbox's sheets are made anew and compared" },
  { programs: ['pdftotext'], debian: ['poppler-utils'], why: 'poppler reads the PDF files' },
  { programs: ['qpdf'], debian: ['qpdf'], why: 'qpdf checks the PDF files' },
  { programs: ['zbarimg'], debian: ['zbar-tools'], why: 'the codes on printed sheets are read' },
  { run: 'long', programs: ['librecad'], debian: ['librecad'], why: 'LibreCAD draws the DXF files' },
  { run: 'long', programs: ['soffice'], debian: ['libreoffice-calc'], why: 'LibreOffice opens the tables' },
]

const onPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

const isThere = ({ programs, files = [] }: Prerequisite): boolean =>
  programs.some(onPath) || files.some((file) => existsSync(file))

/** Leaves everything installed and returns null, or returns what is missing in words. */
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
 * Null where the desktop shell can be tested: on the Electron that ELECTRON_OVERRIDE_DIST_PATH names, or on the package's own,
 * which is fetched where it can be. Else one line that says why its tests are not run; in CI they fail.
 */
export async function electronProblem(root: string): Promise<string | null> {
  if (findElectron(root, process.platform, process.env) !== null) return null
  const fetched = await fetchElectron(root, process.env)
  if ('program' in fetched) return null
  return `NOT TESTED: the desktop shell, for want of an Electron (${fetched.reason}). ELECTRON_OVERRIDE_DIST_PATH names the folder of one.`
}
