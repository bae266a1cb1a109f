// The commands for customers, projects and departments.
import { parseAddress, parseCount, requireWord } from './command-line.ts'
import type { Command } from './command.ts'

export const peopleCommands: readonly Command[] = [
  {
    words: 'customer add',
    usage: 'NAME [--orgnr NUMBER] [--email ADDRESS] [--mobile NUMBER] [--address LINE --postcode CODE --city CITY]',
    description: 'add a customer; prints its number',
    run: ({ customers }, { words, options }) => {
      const { orgnr = null, email = null, mobile = null } = options
      const address = parseAddress(options) ?? null
      const customer = customers.add({ name: requireWord(words, 0, 'NAME'), orgNr: orgnr, email, mobile, address })
      return [String(customer.number)]
    },
  },
  {
    words: 'customer list',
    usage: '',
    description: 'list the customers: number, name, organisation number, e-mail, mobile, id',
    run: ({ customers }) =>
      customers
        .list()
        .map(({ number, name, orgNr, email, mobile, id }) =>
          [number, name, orgNr ?? '', email ?? '', mobile ?? '', id].join('\t'),
        ),
  },
  {
    words: 'project add',
    usage: 'NAME [--customer NUMBER]',
    description: 'add a project; prints its number',
    run: ({ projects }, { words, options }) => {
      const name = requireWord(words, 0, 'NAME')
      const owner = options.customer === undefined ? {} : { customer: parseCount('--customer', options.customer) }
      return [String(projects.add({ name, ...owner }).number)]
    },
  },
  {
    words: 'project list',
    usage: '',
    description: 'list the projects: number, name, customer, active or not, id',
    run: ({ projects }) =>
      projects
        .list()
        .map(({ number, name, customer, active, id }) =>
          [number, name, customer?.name ?? '', active ? 'active' : 'not active', id].join('\t'),
        ),
  },
  {
    words: 'department add',
    usage: 'NAME',
    description: 'add a department; the interface shows departments if there are two or more',
    run: ({ departments }, { words }) => [`department ${departments.add(requireWord(words, 0, 'NAME')).name} is added`],
  },
  {
    words: 'department remove',
    usage: 'NAME',
    description: 'remove a department',
    run: ({ departments }, { words }) => {
      const name = requireWord(words, 0, 'NAME')
      departments.remove(name)
      return [`department ${name} is removed`]
    },
  },
  {
    words: 'department list',
    usage: '',
    description: 'list the departments',
    run: ({ departments }) => departments.list().map(({ name }) => name),
  },
]
