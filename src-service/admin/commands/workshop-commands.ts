// The commands for modules, press brakes, the test clock and live workshops.
import { moduleNames } from '../../../shared/workshop-api/index.ts'
import { parseNumber, requireOneOf, parsePositive, requireWord } from './command-line.ts'
import type { Command } from './command.ts'

export const workshopCommands: readonly Command[] = [
  {
    words: 'module',
    usage: 'NAME on|off',
    description: `turn a module on or off: ${moduleNames.join(', ')}`,
    run: (admin, { words }) => {
      const name = requireOneOf(moduleNames, 'NAME', requireWord(words, 0, 'NAME'))
      const state = requireOneOf(['on', 'off'], 'on|off', requireWord(words, 1, 'on|off'))
      admin.switchModule(name, state === 'on')
      return [`module ${name} is ${state}`]
    },
  },
  {
    words: 'brake add',
    usage: 'NAME --length MM --thickness MM [--kind press_brake|folder]',
    description: 'add a machine; prints its id',
    run: (admin, { words, options }) => [
      admin.addPressBrake({
        name: requireWord(words, 0, 'NAME'),
        kind: requireOneOf(['press_brake', 'folder'], '--kind', options.kind ?? 'press_brake'),
        maxLengthMm: parsePositive('--length', options.length),
        maxThicknessMm: parsePositive('--thickness', options.thickness),
        maxForceKn: null,
        throatMm: null,
        openHeightMm: null,
        strokeMm: null,
        backgaugeMinMm: null,
        backgaugeMaxMm: null,
        department: null,
        active: true,
      }),
    ],
  },
  {
    words: 'clock advance',
    usage: 'SECONDS',
    description: "move the service's clock forward, or back with a negative number (not with a live workshop)",
    run: (admin, { words }) => [`the service's clock is at ${admin.advanceClock(parseNumber('SECONDS', words[0]))}`],
  },
  {
    words: 'live',
    usage: 'NAME',
    description: 'make a live workshop; its first key is shown once',
    run: (admin, { words }) => {
      const { slug, key } = admin.makeLiveWorkshop(requireWord(words, 0, 'NAME'))
      return [JSON.stringify({ workshop: slug, key })]
    },
  },
]
