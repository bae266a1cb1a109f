// The licence texts of everything that the packaged app contains: the packages, also those that are bundled into the page, and our fonts.
// Reads the installed packages.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getLicenseFileText } from 'generate-license-file'

/** `root`: the project's folder with its installed packages. Electron's own texts are in its folder. */
export async function licenceList(root: string): Promise<string> {
  const packages = await getLicenseFileText(join(root, 'package.json'))
  const fonts = join(root, 'resources', 'fonts')
  const ownTexts = readdirSync(fonts)
    .filter((name) => name.endsWith('-LICENCE.txt'))
    .map((name) => `${name.replace('-LICENCE.txt', '')}\n\n${readFileSync(join(fonts, name), 'utf8')}`)
  return [packages, ...ownTexts].join('\n-----------\n\n')
}
