// The actions on the customers, projects and departments of a workshop.
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { newCustomer, newProject } from '../../../shared/workshop-api/index.ts'
import type { Customer, Project } from '../../../shared/workshop-api/index.ts'
import type { EmbeddedCustomer } from '../../customers/index.ts'
import type { Parts } from '../../parts.ts'
import { Refusal, readDepartments, setDepartments } from '../../store/index.ts'
import type { Department, Workshop } from '../../store/index.ts'
import { noLimit } from './no-limit.ts'

export interface Customers {
  /** All customers, sorted by number. */
  list: () => Customer[]
  /** Throws for an invalid field. */
  add: (customer: z.input<typeof newCustomer>) => Customer
  /** Refused if there is no such customer. */
  findByNumber: (number: number) => EmbeddedCustomer
}

export interface Projects {
  list: () => Project[]
  /** `customer` is a customer's number. */
  add: (project: { name: string; customer?: number }) => Project
}

export interface Departments {
  list: () => readonly Department[]
  add: (name: string) => Department
  remove: (name: string) => void
}

export interface CustomerActions {
  customers: Customers
  projects: Projects
  departments: Departments
}

export function customerActions({ store, clock, customers, projects }: Parts, workshop: Workshop): CustomerActions {
  const accessScope = { workshopId: workshop.id, isTest: workshop.sandbox ? 1 : 0, customerId: null } as const
  const findByNumber = (number: number): EmbeddedCustomer => {
    const customer = customers.embedded(workshop.id, { number })
    if (customer === null) throw new Refusal('not_found', `there is no customer ${number}`)
    return customer
  }
  return {
    customers: {
      list: () => customers.list(accessScope, 0, noLimit),
      add: (fields) => customers.add(workshop, newCustomer.parse(fields), clock.now()),
      findByNumber,
    },
    projects: {
      list: () => projects.list(accessScope, 0, noLimit),
      add: ({ name, customer }) => {
        const fields = newProject.pick({ name: true, active: true }).parse({ name })
        const owner = customer === undefined ? null : findByNumber(customer)
        return projects.add(accessScope, { ...fields, customer: owner }, clock.now())
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
          const remaining = departments.filter((each) => each.name !== name)
          if (remaining.length === departments.length) throw new Refusal('not_found', `there is no department ${name}`)
          setDepartments(store, workshop.id, remaining)
        })
      },
    },
  }
}
