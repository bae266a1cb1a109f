// The customers, projects and departments of a workshop, as the people at its own desk list and change them.
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { newCustomer, newProject } from '../../shared/workshop-api/index.ts'
import type { Customer, Project } from '../../shared/workshop-api/index.ts'
import type { EmbeddedCustomer } from '../customers/customer-book.ts'
import type { Parts } from '../parts.ts'
import { Refusal } from '../store/refusal.ts'
import { readDepartments, setDepartments } from '../store/workshops.ts'
import type { Department, Workshop } from '../store/workshops.ts'

export interface Customers {
  /** All of them, by number. */
  list: () => Customer[]
  /** Throws where a field does not fit. */
  add: (sent: z.input<typeof newCustomer>) => Customer
  /** Refused where there is no such customer. */
  numbered: (number: number) => EmbeddedCustomer
}

export interface Projects {
  list: () => Project[]
  /** `customer` is a customer's number. */
  add: (wanted: { name: string; customer?: number }) => Project
}

export interface Departments {
  list: () => readonly Department[]
  add: (name: string) => Department
  remove: (name: string) => void
}

const all = Number.MAX_SAFE_INTEGER

export interface People {
  customers: Customers
  projects: Projects
  departments: Departments
}

export function people({ store, clock, customers, projects }: Parts, workshop: Workshop): People {
  const reach = { workshopId: workshop.id, isTest: workshop.sandbox ? 1 : 0, customerId: null } as const
  const numbered = (number: number): EmbeddedCustomer => {
    const found = customers.embedded(workshop.id, { number })
    if (found === null) throw new Refusal('not_found', `there is no customer ${number}`)
    return found
  }
  return {
    customers: {
      list: () => customers.list(reach, 0, all),
      add: (sent) => customers.add(workshop, newCustomer.parse(sent), clock.now()),
      numbered,
    },
    projects: {
      list: () => projects.list(reach, 0, all),
      add: ({ name, customer }) => {
        const fields = newProject.pick({ name: true, active: true }).parse({ name })
        const whose = customer === undefined ? null : numbered(customer)
        return projects.add(reach, { ...fields, customer: whose }, clock.now())
      },
    },
    departments: {
      list: () => readDepartments(store, workshop.id),
      add: (text) =>
        store.write(() => {
          const name = text.trim()
          const departments = readDepartments(store, workshop.id)
          if (name === '') throw new Refusal('invalid', 'a department needs a name')
          if (departments.some((each) => each.name === name)) {
            throw new Refusal('invalid', `there is a department ${name} already`)
          }
          const added = { id: randomUUID(), name }
          setDepartments(store, workshop.id, [...departments, added])
          return added
        }),
      remove: (name) => {
        store.write(() => {
          const departments = readDepartments(store, workshop.id)
          const kept = departments.filter((each) => each.name !== name)
          if (kept.length === departments.length) throw new Refusal('not_found', `there is no department ${name}`)
          setDepartments(store, workshop.id, kept)
        })
      },
    },
  }
}
