// The commands for the library of fittings.
import { materials } from '../../../shared/workshop-api/index.ts'
import type { Fitting } from '../../../shared/workshop-api/index.ts'
import { UsageError, oneOf, positive, word } from './command-line.ts'
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
        .map(({ family, name, params, materials: offered }) =>
          [
            family,
            name,
            params.map((each) => `${each.name}:${each.minMm}:${each.maxMm}`).join(','),
            offered.map((each) => `${each.material}:${each.thicknessMm}:${each.colours.join('+')}`).join(','),
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
      const [family, name] = [word(words, 0, 'FAMILY'), word(words, 1, 'NAME')]
      library.set({ family, name, params: paramsIn(options.params), materials: materialsIn(options.material) })
      return [`the library contains ${family}`]
    },
  },
  {
    words: 'library remove',
    usage: 'FAMILY',
    description: 'remove a fitting from the library',
    run: ({ library }, { words }) => {
      const family = word(words, 0, 'FAMILY')
      library.remove(family)
      return [`the library no longer contains ${family}`]
    },
  },
]

function paramsIn(text = ''): Fitting['params'] {
  return text.split(',').map((each) => {
    const [, name, least, most] = /^(\w+):([^:]+):([^:]+)$/.exec(each) ?? []
    if (name === undefined)
      throw new UsageError(`--params must be dimensions with minimum and maximum, such as a:15:60, not "${each}"`)
    return { name, minMm: positive(`${name} of --params`, least), maxMm: positive(`${name} of --params`, most) }
  })
}

function materialsIn(text = ''): Fitting['materials'] {
  return text.split(',').map((each) => {
    const [material = '', thickness, colours = ''] = each.split(':')
    return {
      material: oneOf(materials, '--material', material),
      thicknessMm: positive(`${material} of --material`, thickness),
      colours: colours.split('+').filter((colour) => colour !== ''),
    }
  })
}
