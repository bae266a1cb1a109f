// The OpenAPI document as an outside client uses it: fetched, read without our schemas, with Ajv validating every answer. Uses nothing of
// shared/workshop-api or src-service.
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import * as z from 'zod'

const json = z.record(z.string(), z.unknown())
const referred = z.object({ $ref: z.string() })
const response = z.object({
  description: z.string(),
  headers: z.record(z.string(), referred),
  /** Absent: the answer has no body. */
  content: z.record(z.string(), z.object({ schema: json.optional() })).default({}),
})
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: json,
})
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(parameter),
  requestBody: z
    .object({ required: z.boolean(), content: z.record(z.string(), z.object({ schema: json })) })
    .optional(),
  responses: z.record(z.string(), response),
})
const shape = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({
    version: z.string(),
    'x-changes': z.array(z.strictObject({ version: z.string(), date: z.string(), text: z.string() })),
  }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    headers: z.record(z.string(), z.object({ required: z.boolean().optional(), schema: json })),
    schemas: z.record(z.string(), json),
  }),
})
type Document = z.infer<typeof shape>
export type DescribedParameter = z.infer<typeof parameter>

export interface DescribedOperation {
  name: string
  /** The method in capitals. */
  method: string
  /** The path with its parameters in braces. */
  path: string
  parameters: DescribedParameter[]
  body: Record<string, unknown> | null
  mediaOfBody: string[]
  statuses: number[]
}

interface Answered {
  status: number
  headers: Headers
  text: string
}

export interface Described {
  document: Document
  operations: DescribedOperation[]
  /** The violations in an answer; empty if it is valid. */
  problemsOf: (operation: DescribedOperation, answer: Answered) => string[]
}

/** Reads the document at a base address. Throws if it is invalid. */
export async function fetchDescribed(baseUrl: string): Promise<Described> {
  const fetched = await fetch(`${baseUrl}/openapi.json`)
  return describedBy(await fetched.json())
}

export function describedBy(value: unknown): Described {
  const document = shape.parse(value)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  ajvFormats.default(ajv)
  ajv.addSchema({ ...json.parse(value), $id: 'described' })
  const schemaAt = (...pointer: string[]) => {
    const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    const compiled = ajv.getSchema(`described#/${escaped.join('/')}`)
    if (compiled === undefined) throw new Error(`the description has nothing at ${pointer.join(' ')}`)
    return compiled
  }
  const againstSchema = (content: unknown, ...pointer: string[]): string[] => {
    const check = schemaAt(...pointer)
    if (check(content) === true) return []
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => {
      const sent = Object.entries(each.requestBody?.content ?? {})
      return {
        name: each.operationId,
        method: method.toUpperCase(),
        path,
        parameters: each.parameters,
        body: sent.find(([media]) => media === 'application/json')?.[1].schema ?? null,
        mediaOfBody: sent.map(([media]) => media),
        statuses: Object.keys(each.responses).map(Number),
      }
    }),
  )

  const headerProblems = (described: z.infer<typeof response>, headers: Headers): string[] => {
    const describedHeaders = Object.entries(described.headers)
    const problems = describedHeaders.flatMap(([name, { $ref }]) => {
      const component = $ref.split('/').at(-1) ?? ''
      const value = headers.get(name)
      if (value === null) return document.components.headers[component]?.required === true ? [`${name} is missing`] : []
      const typed = /^\d+$/.test(value) ? Number(value) : value
      return againstSchema(typed, 'components', 'headers', component, 'schema').map((problem) => `${name}:${problem}`)
    })
    const knownHeaders = new Set(describedHeaders.map(([name]) => name.toLowerCase()))
    const undescribed = [...headers.keys()].filter((name) => ofTheService.test(name) && !knownHeaders.has(name))
    return [...problems, ...undescribed.map((name) => `${name} is not described`)]
  }

  return {
    document,
    operations,
    problemsOf: ({ method, path }, { status, headers, text }) => {
      const described = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]
      if (described === undefined) return [`${status} is not described: ${text.slice(0, 300)}`]
      if (Object.keys(described.content).length === 0) {
        const bodies = text === '' ? [] : ['a body that is not described']
        return [...headerProblems(described, headers), ...bodies].map((problem) => `${status}: ${problem}`)
      }
      const sent = (headers.get('content-type') ?? '').split(';')[0] ?? ''
      const media = Object.keys(described.content).find((each) => each.split(';')[0] === sent)
      if (media === undefined) return [`${status} with ${sent} is not described`]
      const place = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', media, 'schema']
      const problems = media === 'application/json' ? againstSchema(JSON.parse(text), ...place) : []
      return [...headerProblems(described, headers), ...problems].map((problem) => `${status}: ${problem}`)
    },
  }
}

const ofTheService = /^(x-|retry-after|location|idempotent-|content-disposition|etag)(?!content-type-options)/
