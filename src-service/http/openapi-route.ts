// GET /openapi.json: the OpenAPI description. It is made at the first request and cached as bytes.
import { describeService } from '../../shared/workshop-api/openapi/document.ts'
import type { OpenRoute } from '../http/open-route.ts'

export function openapiRoute(basePath: string): OpenRoute {
  let body: Buffer | null = null
  return {
    path: `${basePath}/openapi.json`,
    answer: () => {
      body ??= Buffer.from(JSON.stringify(describeService(basePath)))
      return { body }
    },
  }
}
