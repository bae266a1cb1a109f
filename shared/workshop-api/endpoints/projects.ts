// The operations on projects. Assumed (service decision 1): the specification shows no paths. Pure.
import * as z from 'zod'
import { newProject, project, projectChange } from '../resources/index.ts'
import { page } from '../scalars.ts'
import { byId, paging, reading, writing } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

export const projectEndpoints = {
  listProjects: {
    ...reading,
    path: '/projects',
    scope: 'projects:read',
    query: z.object(paging),
    response: page(project),
    assumed: true,
  },
  addProject: {
    ...writing,
    path: '/projects',
    scope: 'projects:write',
    idempotencyKey: 'honoured',
    body: newProject,
    status: 201,
    response: project,
    assumed: true,
  },
  readProject: {
    ...reading,
    path: '/projects/{id}',
    scope: 'projects:read',
    params: byId,
    response: project,
    assumed: true,
  },
  changeProject: {
    ...writing,
    method: 'PATCH',
    path: '/projects/{id}',
    scope: 'projects:write',
    ifMatch: true,
    params: byId,
    body: projectChange,
    response: project,
    assumed: true,
  },
} as const satisfies Record<string, Endpoint>
