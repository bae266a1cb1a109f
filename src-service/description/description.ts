// GET /openapi.json: the description of the service, made once and sent as the bytes it is.
import { describeService } from '../../shared/workshop-api/openapi/document.ts'
import type { OpenRoute } from '../http/open-route.ts'

export function description(basePath: string): OpenRoute {
  const body = Buffer.from(JSON.stringify(describeService(basePath)))
  return { path: `${basePath}/openapi.json`, answer: () => ({ body }) }
}
