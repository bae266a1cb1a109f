// The operations on projects. Assumed (decision 1): the specification shows no paths. Pure.
import * as z from 'zod'
import { newProject, project, projectChange } from '../resources/index.ts'
import { page } from '../scalars.ts'
import { byId, paging, reading } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

export const projectEndpoints = {
  listProjects: {
    ...reading,
    path: '/projects',
    scope: 'projects:read',
    query: z.object(paging),
    answer: page(project),
    assumed: true,
  },
  addProject: {
    ...reading,
    method: 'POST',
    path: '/projects',
    class: 'write',
    scope: 'projects:write',
    idempotencyKey: 'honoured',
    body: newProject,
    status: 201,
    answer: project,
    assumed: true,
  },
  readProject: {
    ...reading,
    path: '/projects/{id}',
    scope: 'projects:read',
    params: byId,
    answer: project,
    assumed: true,
  },
  changeProject: {
    ...reading,
    method: 'PATCH',
    path: '/projects/{id}',
    class: 'write',
    scope: 'projects:write',
    ifMatch: true,
    params: byId,
    body: projectChange,
    answer: project,
    assumed: true,
  },
} as const satisfies Record<string, Endpoint>
