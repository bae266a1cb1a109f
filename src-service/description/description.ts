// GET /openapi.json: the description of the service, made when it is first asked for and sent as the bytes it is.
import { describeService } from '../../shared/workshop-api/openapi/document.ts'
import type { OpenRoute } from '../http/open-route.ts'

export function description(basePath: string): OpenRoute {
  let body: Buffer | null = null
  return {
    path: `${basePath}/openapi.json`,
    answer: () => {
      body ??= Buffer.from(JSON.stringify(describeService(basePath)))
      return { body }
    },
  }
}
