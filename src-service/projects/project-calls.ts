// GET and POST /projects, GET and PATCH /projects/{id}.
import * as z from 'zod'
import type { Project } from '../../shared/workshop-api/index.ts'
import { customerOfCall } from '../customers/index.ts'
import type { CustomerStore } from '../customers/index.ts'
import { Failure, basePath, cursorCodec, pageBody } from '../operation/index.ts'
import type { Operations } from '../operation/index.ts'
import type { Store } from '../store/index.ts'
import type { ProjectStore } from './project-store.ts'

const cursors = cursorCodec('projects', z.tuple([z.int()]))
const bodyOf = (row: Project): Buffer => Buffer.from(JSON.stringify(row))
const cursorAfter = ({ number }: { number: number }): string => cursors.write([number])

export function projectCalls({
  store,
  customers,
  projects,
}: {
  store: Store
  customers: CustomerStore
  projects: ProjectStore
}): Pick<Operations, 'listProjects' | 'addProject' | 'readProject' | 'changeProject'> {
  return {
    listProjects: ({ accessScope, query }) => {
      const after = query.cursor === undefined ? 0 : cursors.read(query.cursor)[0]
      const rows = projects.list(accessScope, after, query.limit + 1)
      return { body: pageBody({ rows, limit: query.limit, bodyOf, cursorAfter }) }
    },
    addProject: ({ key, accessScope, body: { name, customerId, active }, nowMs }) =>
      store.write(() => {
        const customer = customerOfCall(customers, key, customerId)
        const added = projects.add(accessScope, { name, customer, active }, nowMs)
        return { body: JSON.stringify(added), location: `${basePath}/projects/${added.id}` }
      }),
    readProject: ({ accessScope, params }) => {
      const project = projects.find(accessScope, params.id)
      if (project === null) throw new Failure('not_found')
      return { body: JSON.stringify(project) }
    },
    changeProject: ({ key, accessScope, params, body: { customerId, ...fields }, ifMatch, nowMs }) =>
      store.write(() => {
        const current = projects.find(accessScope, params.id)
        if (current === null) throw new Failure('not_found')
        if (current.version !== ifMatch) throw new Failure('stale_version')
        const customerChange =
          customerId === undefined || customerId === (current.customer?.id ?? null)
            ? {}
            : { customer: customerOfCall(customers, key, customerId) }
        return { body: JSON.stringify(projects.change(current, { ...fields, ...customerChange }, nowMs)) }
      }),
  }
}
