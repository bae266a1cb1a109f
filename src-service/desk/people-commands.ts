// The words for customers, projects and departments on the workshop's command line.
import { countingNumber, word } from './command-line.ts'
import type { Command } from './command.ts'

export const peopleCommands: readonly Command[] = [
  {
    words: 'customer add',
    usage: 'NAME [--orgnr NUMBER] [--email ADDRESS] [--mobile NUMBER]',
    what: 'add a customer; its number is printed',
    run: ({ customers }, { words, options: { orgnr = null, email = null, mobile = null } }) => {
      const added = customers.add({ name: word(words, 0, 'NAME'), orgNr: orgnr, email, mobile })
      return [String(added.number)]
    },
  },
  {
    words: 'customer list',
    usage: '',
    what: 'the customers: number, name, organisation number, e-mail, mobile, id',
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
    what: 'add a project; its number is printed',
    run: ({ projects }, { words, options }) => {
      const name = word(words, 0, 'NAME')
      const whose = options.customer === undefined ? {} : { customer: countingNumber('--customer', options.customer) }
      return [String(projects.add({ name, ...whose }).number)]
    },
  },
  {
    words: 'project list',
    usage: '',
    what: 'the projects: number, name, customer, whether it is active, id',
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
    what: 'add a department; the interface shows them from two on',
    run: ({ departments }, { words }) => [`department ${departments.add(word(words, 0, 'NAME')).name} is added`],
  },
  {
    words: 'department remove',
    usage: 'NAME',
    what: 'take a department away',
    run: ({ departments }, { words }) => {
      const name = word(words, 0, 'NAME')
      departments.remove(name)
      return [`department ${name} is removed`]
    },
  },
  {
    words: 'department list',
    usage: '',
    what: 'the departments',
    run: ({ departments }) => departments.list().map(({ name }) => name),
  },
]
