// The commands for the library of fittings.
import { materials } from '../../../shared/workshop-api/index.ts'
import type { Fitting } from '../../../shared/workshop-api/index.ts'
import { UsageError, requireOneOf, parsePositive, requireWord } from './command-line.ts'
import type { Command } from './command.ts'

export const libraryCommands: readonly Command[] = [
  {
    words: 'library list',
    usage: '',
    description:
      'list the fittings that the workshop can make: family, name, each dimension with its minimum and maximum, materials',
    run: ({ library }) =>
      library
        .list()
        .map(({ family, name, params, materials: fittingMaterials }) =>
          [
            family,
            name,
            params.map((each) => `${each.name}:${each.minMm}:${each.maxMm}`).join(','),
            fittingMaterials.map((each) => `${each.material}:${each.thicknessMm}:${each.colours.join('+')}`).join(','),
          ].join('\t'),
        ),
  },
  {
    words: 'library fill',
    usage: '',
    description: 'add the common fittings of a sandbox whose family is not in the library',
    run: ({ library }) => [`${library.fill()} fittings added`],
  },
  {
    words: 'library set',
    usage: 'FAMILY NAME --params NAME:LEAST:MOST,NAME:LEAST:MOST --material MATERIAL:MM:COLOUR+COLOUR,MATERIAL:MM',
    description: `set the dimensions and materials of a fitting, in the form of the list; a material is one of ${materials.join(', ')}`,
    run: ({ library }, { words, options }) => {
      const [family, name] = [requireWord(words, 0, 'FAMILY'), requireWord(words, 1, 'NAME')]
      library.set({ family, name, params: parseParams(options.params), materials: parseMaterials(options.material) })
      return [`the library contains ${family}`]
    },
  },
  {
    words: 'library remove',
    usage: 'FAMILY',
    description: 'remove a fitting from the library',
    run: ({ library }, { words }) => {
      const family = requireWord(words, 0, 'FAMILY')
      library.remove(family)
      return [`the library no longer contains ${family}`]
    },
  },
]

function parseParams(text = ''): Fitting['params'] {
  return text.split(',').map((each) => {
    const [, name, min, max] = /^(\w+):([^:]+):([^:]+)$/.exec(each) ?? []
    if (name === undefined)
      throw new UsageError(`--params must be dimensions with minimum and maximum, such as a:15:60, not "${each}"`)
    return { name, minMm: parsePositive(`${name} of --params`, min), maxMm: parsePositive(`${name} of --params`, max) }
  })
}

function parseMaterials(text = ''): Fitting['materials'] {
  return text.split(',').map((each) => {
    const [material = '', thickness, colours = ''] = each.split(':')
    return {
      material: requireOneOf(materials, '--material', material),
      thicknessMm: parsePositive(`${material} of --material`, thickness),
      colours: colours.split('+').filter((colour) => colour !== ''),
    }
  })
}
